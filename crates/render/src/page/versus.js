// Games for two players against the program, and what is counted: time, bests and wins in a row.

class Versus extends Player {
  constructor(game, progress) {
    super(game);
    this.progress = progress;
    /** The time of the first move; null before it, and if the game was not played from the start without help. */
    this.begun = null;
    this.time = null;
    /** The strength of the program, if it plays; and whether the person is the second player. */
    this.against = "";
    this.second = 0;
    this.counted = false;
    this.opponent = null;
  }

  open() {
    const { puzzle, players, evaluator } = this.game;
    find("credits").textContent = creditsOf(puzzle);
    find("versus").hidden = !players || !evaluator;
    find("against").value = this.against;
    super.open();
    find("hint").hidden = !evaluator;
    this.ticking = setInterval(() => this.tick(), 1000);
    this.tick();
    this.answer();
  }

  close() {
    clearInterval(this.ticking);
    super.close();
  }

  /** Who moves, in a game against the program. */
  own() {
    return this.game.at % 2 === this.second;
  }

  play(id) {
    const { game } = this;
    if (this.against && game.shown === null && !this.own()) {
      this.say("The program is to move.");
      return;
    }
    if (game.at === 0 && game.shown === null) {
      [this.begun, this.counted, this.time] = [Date.now(), false, null];
    }
    super.play(id);
    this.finish();
    this.answer();
  }

  /** Keeps the time of a game that is won. */
  finish() {
    const { game } = this;
    if (this.counted || game.shown !== null) return;
    const over = game.players ? this.choice.moves.length === 0 : game.isSolved();
    if (!over) return;
    this.counted = true;
    if (game.players) {
      if (this.against) this.say(`${this.state()} ${this.row(this.result() > 0)}`);
      return;
    }
    this.progress.today();
    if (this.begun === null) return;
    this.time = Math.round((Date.now() - this.begun) / 1000);
    const key = `${Progress.key(game.puzzle)} time`;
    const best = this.progress.best(key);
    this.progress.solved(key, this.time);
    const told = best === null ? "" : this.time < best ? " That is your best." : ` Your best: ${clock(best)}.`;
    this.say(`${find("status").textContent} Time: ${clock(this.time)}.${told}`);
    this.tick();
  }

  /** Counts a game that is over; the wins in a row. */
  row(won) {
    const row = this.progress.row(`${Progress.key(this.game.puzzle)} ${this.against}`, won);
    return row > 1 ? `You have won ${row} games in a row.` : "";
  }

  /** Of a game that is over: 1 if the person has won, -1 if the program has, 0 if nobody has. */
  result() {
    const end = this.game.end(this.position);
    return this.own() ? -end : end;
  }

  state() {
    const { game } = this;
    if (!this.against || game.shown !== null) return super.state();
    const name = game.lastName();
    const said = name ? `${name}. ` : "";
    if (this.choice.moves.length === 0) {
      const end = { 1: "you win", [-1]: "the program wins", 0: "neither player wins" }[this.result()];
      return `${said}${game.why(this.position)}: ${end}.`;
    }
    return `${said}${this.own() ? "You move." : "The program moves."}`;
  }

  /** Plays against the program of this strength, or with a person. */
  meet(strength) {
    this.against = strength;
    this.second = this.game.at % 2;
    this.counted = this.game.at > 0;
    this.say(strength ? this.state() : super.state());
    this.answer();
  }

  /** The program moves next. */
  sides() {
    if (!this.against) {
      this.say("Choose the program as the other player first.");
      return;
    }
    this.second = 1 - this.second;
    this.counted = true;
    this.say(this.state());
    this.answer();
  }

  /** Decides the game in slices, and then goes on. */
  decided(then) {
    const { game } = this;
    if (this.opponent === null) {
      this.opponent = new Opponent(game.evaluator, (end) => game.end(end), game.first.position);
    }
    const [at, { position }] = [game.at, game.current()];
    this.search = this.opponent;
    const slice = () => {
      if (this.search !== this.opponent || game.at !== at || game.current().position !== position) return;
      if (this.opponent.decide(25)) then(this.opponent, position);
      else setTimeout(slice, 0);
    };
    slice();
  }

  /** Lets the program move if it is its turn. */
  answer() {
    const { game } = this;
    if (!this.against || game.shown !== null || this.own() || this.choice.moves.length === 0) return;
    // A moment for the own move to be seen.
    setTimeout(() => this.decided((opponent, position) => {
      if (!this.against || this.own()) return;
      const id = opponent.choose(position, this.against);
      if (id === null) return;
      super.play(id);
      this.finish();
    }), 250);
  }

  /** Takes the own last move back, together with the answer. */
  undo() {
    const { game } = this;
    if (this.against && game.shown === null && game.at > 0) {
      this.stop();
      game.go(game.at - (this.own() ? 2 : 1));
      this.counted = true;
      this.moved();
      this.answer();
      return;
    }
    super.undo();
  }

  redo() {
    const { game } = this;
    if (this.against && game.shown === null) game.go(game.at + 1);
    super.redo();
  }

  restart() {
    [this.begun, this.counted, this.time] = [null, false, null];
    super.restart();
    this.tick();
    this.answer();
  }

  take() {
    this.begun = null;
    super.take();
    this.tick();
  }

  hint() {
    const { game } = this;
    this.begun = null;
    this.tick();
    if (!game.players) {
      super.hint();
      return;
    }
    this.counted = true;
    if (game.shown !== null) this.leave();
    if (this.choice.moves.length === 0) {
      this.say("The game is over.");
      return;
    }
    this.say("Searching…");
    this.decided((opponent, position) => {
      const known = opponent.value(position);
      if (known === null) {
        this.say("No hint: this game has too many positions for this page.");
        return;
      }
      const told = [" loses against best play; it lasts longest", ", and neither player can force a win", " wins"][known.value + 1];
      this.suggest(opponent.choose(position, "strong"), told);
    });
  }

  suggest(id, more) {
    if (!this.game.players) {
      super.suggest(id, more);
      return;
    }
    const move = this.choice.moves.find((one) => same(one.after, this.game.evaluator.play(id, this.position)));
    this.search = null;
    this.hinted = [...this.centres.keys()].filter((cell) => this.position[cell] !== move.after[cell]);
    this.mark();
    this.say(`Hint: ${this.game.name(id, this.position, move.after)}${more}.`);
  }

  /** Shows the time of the game. */
  tick() {
    const seconds = this.time ?? (this.begun === null ? null : Math.round((Date.now() - this.begun) / 1000));
    find("clock").hidden = seconds === null || this.game.players;
    if (seconds !== null) find("clock").textContent = `Time: ${clock(seconds)}`;
  }
}

/** Seconds as minutes and seconds. */
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** The author of a puzzle and its source. */
function creditsOf({ author, origin }) {
  return [author && `By ${author}`, origin && `Source: ${origin}`].filter((part) => part).join(" · ");
}
