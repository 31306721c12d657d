((script_content) @injection.content
  (#set! injection.language "rhai"))
