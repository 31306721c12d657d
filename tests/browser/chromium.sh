# For scripts that test pages: finds Chromium, or installs it as root on Debian, and exports CHROMIUM. Ends the script with 3
# if Chromium or npm cannot be had here.

missing() {
    printf 'left out: %s\n' "$1"
    exit 3
}

command -v npm >/dev/null || missing "no npm"
for name in chromium chromium-browser google-chrome; do
    [ -n "${CHROMIUM:-}" ] || CHROMIUM=$(command -v "$name" || true)
done
if [ -z "$CHROMIUM" ]; then
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || missing "no Chromium"
    {
        apt-get install -y --no-install-recommends chromium \
            || { apt-get update && apt-get install -y --no-install-recommends chromium; }
    } >/dev/null 2>&1 || missing "Chromium cannot be installed"
    CHROMIUM=$(command -v chromium)
fi
export CHROMIUM
