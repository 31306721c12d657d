// Highlights texts by the TextMate grammars that the editors use. A script of the pages, and a module of the builder.
(function () {
  "use strict";

  /** Scopes by the beginning of their names, and the class that shows them. */
  const CLASSES = [
    ["comment", "h-comment"], ["string", "h-text"], ["storage", "h-word"], ["keyword.operator", "h-operator"],
    ["keyword", "h-word"], ["entity.name", "h-name"], ["constant.numeric", "h-number"],
    ["constant.language", "h-constant"], ["support", "h-function"],
  ];

  const escaped = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" })[c]);

  const classOf = (scope) => (scope && CLASSES.find(([name]) => scope.startsWith(name))?.[1]) || "";

  /** Their patterns are of another dialect: a quote needs no backslash here. */
  const pattern = (source) => new RegExp(source.replace(/\\"/g, "\""), "gu");

  function highlighter(grammars) {
    const known = new Map(grammars.map((grammar) => [grammar.scopeName, grammar]));

    /** The rules of a list, with those that it includes. */
    function flat(rules, grammar, seen = new Set()) {
      return rules.flatMap((rule) => {
        if (!rule.include) return [{ rule, grammar }];
        if (seen.has(rule.include)) return [];
        const inner = new Set(seen).add(rule.include);
        const other = known.get(rule.include);
        if (other) return flat(other.patterns, other, inner);
        const named = rule.include.startsWith("#") ? grammar.repository[rule.include.slice(1)] : null;
        if (!named) return [];
        return named.match || named.begin ? [{ rule: named, grammar }] : flat(named.patterns, grammar, inner);
      });
    }

    function contextOf(rule, grammar) {
      const rules = flat(rule.patterns ?? [], grammar).map(({ rule: inner, grammar: of }) => ({
        rule: inner, grammar: of, regex: pattern(inner.match ?? inner.begin),
      }));
      return { rule, rules, end: rule.end ? pattern(rule.end) : null, scope: rule.contentName ?? rule.name };
    }

    const contexts = new Map();
    function context(rule, grammar) {
      if (!contexts.has(rule)) contexts.set(rule, contextOf(rule, grammar));
      return contexts.get(rule);
    }

    /** The parts of a match: groups have scopes of their own. */
    function parts(found, captures, scope, put) {
      if (!captures) return put(found[0], scope);
      if (captures[0]) return put(found[0], captures[0].name ?? scope);
      let at = 0;
      for (let i = 1; i < found.length; i += 1) {
        if (!found[i] || !captures[i]) continue;
        const start = found[0].indexOf(found[i], at);
        put(found[0].slice(at, start), scope);
        put(found[i], captures[i].name);
        at = start + found[i].length;
      }
      put(found[0].slice(at), scope);
    }

    /** The first match behind `from`: the end of the context, or one of its rules. */
    function next(line, from, top) {
      let best = null;
      const look = (regex, what) => {
        regex.lastIndex = from;
        const found = regex.exec(line);
        if (found && (!best || found.index < best.found.index)) best = { found, ...what };
      };
      if (top.end) look(top.end, { ends: true });
      for (const { regex, rule, grammar } of top.rules) look(regex, { rule, grammar });
      return best;
    }

    /** The HTML of a text; `scope` names the grammar. */
    return function highlight(text, scope) {
      const grammar = known.get(scope);
      if (!grammar) return escaped(text);
      const stack = [context(grammar, grammar)];
      let html = "";
      const put = (piece, name) => {
        if (piece === "") return;
        const shown = classOf(name);
        html += shown ? `<span class="${shown}">${escaped(piece)}</span>` : escaped(piece);
      };
      for (const [number, line] of text.split("\n").entries()) {
        if (number > 0) html += "\n";
        let at = 0;
        let still = 0;
        while (still < 20) {
          const top = stack[stack.length - 1];
          const best = next(line, at, top);
          if (!best) break;
          const { found, rule } = best;
          put(line.slice(at, found.index), top.scope);
          still = found[0] === "" && found.index === at ? still + 1 : 0;
          at = found.index + found[0].length;
          if (best.ends) {
            parts(found, top.rule.endCaptures, top.rule.name, put);
            stack.pop();
          } else if (rule.begin) {
            parts(found, rule.beginCaptures, rule.name, put);
            stack.push(context(rule, best.grammar));
          } else {
            parts(found, rule.captures, rule.name, put);
            if (found[0] === "") break;
          }
        }
        put(line.slice(at), stack[stack.length - 1].scope);
      }
      return html;
    };
  }

  globalThis.puzzleHighlighter = highlighter;
})();
