// Drafts that are kept on this device: the current one, and earlier ones.

import { isSnapshot, sameTexts, type Snapshot } from "./workspace.js";

export interface Draft extends Snapshot {
  id: string;
  /** Milliseconds since 1970. */
  when: number;
}

const PLACE = "puzzlec.drafts";
const MINE = "puzzlec.draft";
const MOST = 30;

function isDraft(value: unknown): value is Draft {
  const { id, when } = (value ?? {}) as { id?: unknown; when?: unknown };
  return isSnapshot(value) && typeof id === "string" && typeof when === "number";
}

export class Drafts {
  private id: string = crypto.randomUUID();

  /** `storage` may throw where nothing may be kept. */
  constructor(private readonly storage: () => Storage, private readonly session: () => Storage) {
    // Another page that edits the same draft: this one keeps its text as a draft of its own.
    window.addEventListener("storage", (event) => {
      if (event.key !== PLACE || event.newValue === null) return;
      const last = parse(event.newValue)[0];
      if (last?.id === this.id) this.fork();
    });
  }

  /** All drafts, the last one first. */
  all(): Draft[] {
    try {
      return parse(this.storage().getItem(PLACE) ?? "[]");
    } catch {
      return [];
    }
  }

  /** The draft of this page, or the last one; it is continued. */
  resume(): Draft | null {
    const all = this.all();
    let mine: string | null = null;
    try {
      mine = this.session().getItem(MINE);
    } catch {
      // The last draft, then.
    }
    const draft = all.find(({ id }) => id === mine) ?? all[0] ?? null;
    if (draft !== null) this.take(draft.id);
    return draft;
  }

  /** Continues a draft. */
  take(id: string): void {
    this.id = id;
    try {
      this.session().setItem(MINE, id);
    } catch {
      // It is kept while the page is open.
    }
  }

  /** Begins another draft; the earlier one stays. */
  fork(): void {
    this.take(crypto.randomUUID());
  }

  /** Keeps the texts as the current draft. False if the device has no room. */
  keep(snapshot: Snapshot): boolean {
    const others = this.all().filter((draft) => draft.id !== this.id && !sameTexts(draft, snapshot));
    let kept: Draft[] = [{ ...snapshot, id: this.id, when: Date.now() }, ...others].slice(0, MOST);
    // Where the room is small the oldest drafts make way.
    while (kept.length > 0) {
      try {
        this.storage().setItem(PLACE, JSON.stringify(kept));
        return true;
      } catch {
        kept = kept.slice(0, kept.length > 1 ? Math.ceil(kept.length / 2) : 0);
      }
    }
    return false;
  }

  /** Removes a draft. */
  drop(id: string): void {
    try {
      this.storage().setItem(PLACE, JSON.stringify(this.all().filter((draft) => draft.id !== id)));
    } catch {
      // There is none, then.
    }
  }
}

function parse(text: string): Draft[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter(isDraft) : [];
  } catch {
    return [];
  }
}
