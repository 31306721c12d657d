/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

// The language for editors. `../puzzle.pest` is the one source of syntax; this follows it statement by
// statement, a little more loosely, and with nodes that are good to colour, fold and select.
//
// Where a statement ends and what a picture holds depends on lines, so `src/scanner.c` decides it.

const comma1 = (rule) => seq(rule, repeat(seq(',', rule)));
const separated = (rule, separator) => seq(rule, repeat(seq(separator, rule)));

// What stands in a picture after its quotes. The scanner ends the rows.
const rows = ($) => [
  optional($.comment),
  optional($.picture_row),
  repeat(seq($._row_end, $.picture_row)),
  optional($._row_end),
];

module.exports = grammar({
  name: 'puzzle',

  word: ($) => $.identifier,

  externals: ($) => [
    $._line_end,
    $._picture_open,
    $._twin_open,
    $._picture_close,
    $.comment,
    $._row_end,
    $.picture_mark,
    $.empty_cell,
    $.any_cell,
    $._script_open,
    $.script_content,
    $._script_close,
    $.marks,
    $._error,
  ],

  extras: ($) => [/[ \t\n\r\uFEFF]/, $.line_comment, $.block_comment, $.doc_comment, $.file_doc],

  conflicts: ($) => [
    [$._goal, $._expression],
  ],

  supertypes: ($) => [$.item, $.rule_statement, $.puzzle_statement],

  rules: {
    source_file: ($) => repeat(choice(';', $._ended_item, $._closed_item)),

    // ---------------------------------------------------------------- items

    item: ($) =>
      choice(
        $.edition,
        $.use,
        $.board_item,
        $.piece_item,
        $.kind_item,
        $.legend,
        $.configuration_item,
        $.set_item,
        $.list_item,
        $.counter_item,
        $.theory,
        $.rule_item,
        $.puzzle_item,
      ),
    _ended_item: ($) => seq($.item, choice(';', $._line_end)),
    _closed_item: ($) => prec(-1, $.item),

    edition: ($) => seq('edition', $.number),
    use: ($) =>
      seq('use', field('module', choice($.text, $.identifier)), optional(seq('as', field('alias', $.identifier)))),
    board_item: ($) =>
      seq('board', field('name', $.identifier), optional($.parameters), '=', field('value', $.board)),
    piece_item: ($) =>
      seq('piece', field('name', $.identifier), optional(field('marks', $.text)), optional($.properties)),
    kind_item: ($) =>
      seq(
        'kind',
        field('name', $.identifier),
        '=',
        $._member,
        optional(choice(repeat1(seq('or', $._member)), repeat1(seq('and', $._member)))),
      ),
    legend: ($) => seq('marks', '{', repeat(seq($.sign, optional(';'))), '}'),
    sign: ($) => seq(field('mark', $.text), '=', $._member, repeat(seq('on', $._member))),
    // A piece, or one of a family.
    _member: ($) => prec.right(seq($.path, optional(choice($.number, $.text)))),
    configuration_item: ($) =>
      seq('configuration', field('name', $.identifier), '=', field('value', $._configuration)),
    list_item: ($) => seq('list', field('name', $.identifier), '=', optional('lines'), $.text),
    set_item: ($) => seq('set', field('name', $.identifier), '=', field('value', $._cells)),
    counter_item: ($) => seq('counter', field('name', $.identifier), $._counted),
    // A range, and the number at the start.
    _counted: ($) => seq(optional(seq('in', $.range)), '=', field('start', $._sum)),
    theory: ($) => seq('theory', field('name', $.identifier), 'for', comma1($.path)),
    rule_item: ($) =>
      seq(
        'rule',
        field('name', $.identifier),
        optional($.variables),
        optional($.on_board),
        choice(
          field('body', $.rule_block),
          seq('=', field('value', choice(seq($.script, optional(seq('per', 'position'))), $.rule_list))),
        ),
      ),
    puzzle_item: ($) =>
      seq('puzzle', field('name', $.identifier), optional($.parameters), field('body', $.puzzle_block)),

    properties: ($) => seq('{', repeat(seq($.property, optional(';'))), '}'),
    property: ($) =>
      choice(seq('cells', $._factor), seq('members', $.range), 'rigid', 'floor', 'turns', 'flips', seq('shape', choice($.picture, field('shape', $.identifier))), seq('sprite', $.picture, optional(seq('with', comma1($.tint)))), seq('colour', field('colour', $.identifier)), seq('layer', $.number), seq('title', $.text)),
    tint: ($) => seq(field('mark', $.text), '=', choice(field('colour', $.identifier), $.text)),

    parameters: ($) => seq('(', optional(comma1($.parameter)), ')'),
    parameter: ($) =>
      seq(
        field('name', $.identifier),
        optional(seq(':', choice('int', $.range))),
        optional(seq('=', field('default', $._expression))),
      ),
    range: ($) => seq($._sum, '..', $._sum),
    variables: ($) =>
      seq('(', optional(comma1($.variable)), optional(seq(';', comma1($.parameter))), ')'),
    variable: ($) =>
      seq(
        field('name', $.identifier),
        optional(
          choice(seq(':', field('type', separated($._member, 'or'))), seq('in', $._sum, '..', optional($._sum))),
        ),
      ),
    on_board: ($) => seq('on', $.board),
    rule_list: ($) => comma1($.rule_reference),
    rule_reference: ($) => seq($.path, optional($.arguments)),
    arguments: ($) => seq('(', optional(comma1($._expression)), ')'),
    script: ($) =>
      prec.right(
        seq(
          'script',
          field('source', choice($.text, $.inline_script)),
          optional(seq('::', field('function', $.identifier), optional($.arguments))),
        ),
      ),
    inline_script: ($) => seq($._script_open, optional($.script_content), $._script_close),

    // ---------------------------------------------------------------- boards

    board: ($) => prec.right(seq($._board, optional('edges'), optional($.walls))),
    walls: ($) => prec.right(seq('walls', comma1($.wall))),
    wall: ($) => seq($.identifier, '-', $.identifier),
    _board: ($) =>
      choice(
        seq('square', optional('diagonal'), choice(seq(choice('walls', 'edges'), $.picture), $.picture, 'unbounded', $.rectangle)),
        seq('hex', choice($.picture, 'unbounded', $.side, $.rectangle)),
        seq('triangle', choice($.picture, $.side)),
        seq('line', choice($.picture, 'unbounded', $._sum)),
        seq('ring', $._sum),
        seq('graph', $.graph),
        $.script,
        seq($.path, optional($.arguments)),
      ),
    rectangle: ($) => seq($._sum, 'by', $._sum),
    side: ($) => seq('side', $._sum),
    graph: ($) => seq('{', repeat($.edge), '}'),
    edge: ($) => prec.right(seq($.identifier, optional(seq('-', $.identifier)))),

    // ---------------------------------------------------------------- statements of rules

    rule_block: ($) => seq('{', repeat(choice(';', $._ended_rule_statement)), optional($.rule_statement), '}'),
    _ended_rule_statement: ($) => seq($.rule_statement, choice(';', $._line_end)),
    rule_statement: ($) =>
      choice($.pattern, $.when, $.move, $.swap, $.shift, $.remove, $.put, $.clear, $.flip, $.set, $.close, $.then, $.cost, 'repeat'),
    // With several rows, several pieces in a cell, marks of movement and commands in puzzles with keys.
    pattern: ($) =>
      seq(
        repeat(choice('also', 'rigid', 'random')),
        repeat1(field('before', $.cells)),
        '->',
        choice(seq(repeat1(field('after', $.cells)), repeat(seq(',', $.command))), comma1($.command)),
        optional($.along),
      ),
    command: ($) => choice($.identifier, seq('message', $.text)),
    cells: ($) => seq('[', separated($._cell, '|'), ']'),
    _cell: ($) =>
      choice($.gap, seq(choice($.anything, $.part_of_piece, $._term), repeat(seq(choice('on', 'and'), $._term)))),
    _term: ($) => seq(optional($.movement), $._member),
    movement: ($) => choice('>', '<', '^', 'not', 'random', $.direction, $.identifier),
    gap: () => '..',
    anything: () => '?',
    part_of_piece: ($) => seq($.identifier, token.immediate(/\.[1-6]/)),
    along: ($) => seq('along', separated($.steps, 'or')),
    steps: ($) => comma1($.step),
    step: ($) => seq(choice($.direction, $.identifier), optional(seq(choice('+', '-'), $.number))),
    when: ($) => seq('when', optional('after'), $._expression),
    move: ($) => seq('move', comma1($._cells), 'to', comma1($._cells)),
    swap: ($) => seq('swap', $._set, 'with', $._set),
    shift: ($) => seq('shift', $._set, 'towards', $._set),
    remove: ($) => seq('remove', comma1($._cells)),
    put: ($) => seq('put', $._member, 'at', comma1($._cells)),
    clear: ($) => seq('clear', $._member, 'at', comma1($._cells)),
    flip: ($) => seq('flip', $._member, '<->', $._member, 'at', comma1($._cells)),
    set: ($) => seq('set', $.path, '=', $._sum),
    close: ($) => seq('close', $._set),
    then: ($) => seq('then', comma1($.consequence)),
    consequence: ($) => seq($.rule_reference, optional(choice('once', 'each'))),
    cost: ($) => seq('cost', $._sum),

    // ---------------------------------------------------------------- statements of puzzles

    puzzle_block: ($) =>
      seq('{', repeat(choice(';', $._ended_puzzle_statement)), optional($.puzzle_statement), '}'),
    _ended_puzzle_statement: ($) => seq($.puzzle_statement, choice(';', $._line_end)),
    puzzle_statement: ($) =>
      choice(
        $.title,
        $.board_choice,
        $.rules,
        $.legend,
        $.counter,
        $.start,
        $.goal,
        $.place,
        $.expect,
        $.players,
        $.win,
        $.measure,
        $.window,
        $.fill,
        $.clues,
        $.wish,
        $.keys,
        $.message,
        $.legal_after,
        $.hook,
        $.then,
      ),
    title: ($) => seq('title', $.text),
    keys: ($) => seq('keys', comma1($.key), 'move', $._member, optional(seq('or', $.identifier))),
    key: ($) => seq(optional('no'), choice($.direction, $.identifier, 'up', 'start')),
    message: ($) => seq('message', optional('after'), $.text),
    board_choice: ($) => seq('board', $.board),
    rules: ($) => seq('rules', $.rule_list),
    counter: ($) => seq('counter', $.path, $._counted),
    start: ($) => seq('start', $._configuration),
    goal: ($) => seq('goal', $._goal),
    place: ($) => seq('place', comma1($.entry)),
    entry: ($) => seq($._member, optional($.labels), optional($.amount), optional(seq('on', field('on', $._cells)))),
    amount: ($) => prec.right(seq('*', optional(seq($._factor, optional(seq('..', optional($._factor))))))),
    labels: ($) => choice(separated($.identifier, '-'), token(/[0-9]+(-[A-Za-z0-9_]+)+/)),
    times: ($) => seq('*', $._factor),
    _factor: ($) => choice($.number, $.path, seq('(', $._expression, ')')),
    players: ($) =>
      seq('players', $._sum, optional($.goal_ends), ',', 'last', 'to', 'move', choice('wins', 'loses', 'draws')),
    goal_ends: () => seq(',', 'goal', choice('wins', 'loses')),
    win: ($) => seq('win', choice('first', 'second'), ':', $._goal),
    measure: ($) =>
      seq(
        'measure',
        field('name', $.identifier),
        '=',
        choice(
          'actions',
          seq('runs', 'of', 'one', 'piece'),
          seq('pieces', 'moved'),
          'cost',
          comma1($.path),
        ),
      ),
    window: ($) => seq('window', $._sum),
    fill: ($) => seq('fill', comma1($.filling)),
    filling: ($) => seq(optional('each'), $._member, optional($.amount)),
    _between: ($) => prec.right(seq($._sum, optional(seq('..', optional($._sum))))),
    clues: ($) => seq('clues', optional($._between), optional(seq(optional('all'), 'of', comma1($._member)))),
    wish: ($) => seq('wish', comma1($.wanted)),
    wanted: ($) =>
      choice(
        seq('hardest', optional(seq('by', $.path))),
        'minimal',
        prec.right(seq('deduction', optional($.identifier))),
        seq('symmetric', repeat1($.identifier)),
        seq($._sum, optional(seq('..', optional($._sum))), field('unit', $.identifier)),
      ),
    legal_after: ($) => seq('legal', 'after', $._expression),
    hook: ($) => seq(choice('legal', 'bound', 'invariant', 'check', 'render'), $.script),
    expect: ($) => seq('expect', $._claim, optional(seq('for', comma1($.value_range)))),
    value_range: ($) => seq(field('name', $.identifier), 'in', $.range),
    _claim: ($) =>
      choice(
        seq('solvable', optional(seq(choice('in', 'within'), $._sum, field('unit', $.identifier)))),
        seq('unsolvable', optional(seq('by', field('method', $.identifier)))),
        seq(choice('first', 'second'), 'player', 'wins', optional(seq('in', $._sum, field('unit', $.identifier)))),
        'draw',
        seq('grundy', $._sum),
        seq('plan', comma1($.moves)),
        seq($._sum, choice('solutions', 'solution')),
        seq($._sum, choice('placements', 'placement'), optional(seq('up', 'to', 'symmetry'))),
      ),
    moves: ($) => repeat1($.plan_word),
    plan_word: ($) => choice($.text, prec.left(separated(choice($.identifier, $.direction, $.number), '-'))),

    // ---------------------------------------------------------------- configurations

    _configuration: ($) => choice($._drawn, $.placed_pieces, $.path),
    _drawn: ($) => choice($.picture, $.layers, $.row, $.full, $.nothing, $.script),
    picture: ($) => seq($._picture_open, ...rows($), $._picture_close),
    picture_row: ($) => prec.right(repeat1($._mark)),
    _mark: ($) => choice($.picture_mark, $.empty_cell, $.any_cell),
    layers: ($) => seq('pieces', choice($.twin_picture, seq($.picture, 'colours', $.picture))),
    twin_picture: ($) =>
      seq($._twin_open, 'colours', $._picture_open, ...rows($), $._picture_close, $._picture_close),
    row: ($) => seq('row', repeat1($._row_term)),
    _row_term: ($) => prec.right(seq(choice($.text, $.row_group, $.marks), optional($.times))),
    row_group: ($) => seq('(', repeat1($._row_term), ')'),
    full: ($) => seq('full', optional($._member), optional(seq('except', comma1($._set)))),
    nothing: () => prec(-1, 'empty'),
    placed_pieces: ($) => separated($.piece_at, 'and'),
    piece_at: ($) => prec.right(seq($._member, 'at', optional('every'), comma1($._set))),

    // ---------------------------------------------------------------- goals

    _goal: ($) =>
      choice(
        $.goal_or,
        $.goal_and,
        $.goal_group,
        $.anywhere,
        $.where,
        $.goal_colours,
        $.counted,
        $.only,
        $._drawn,
        $.piece_at,
        $._comparison,
        $.not,
      ),
    goal_or: ($) => prec.left(1, prec.dynamic(1, seq($._goal, 'or', $._goal))),
    goal_and: ($) => prec.left(2, prec.dynamic(1, seq($._goal, 'and', $._goal))),
    goal_group: ($) => prec.dynamic(1, seq('(', $._goal, ')')),
    anywhere: ($) => seq('anywhere', choice($._drawn, $.piece_at, $.path)),
    where: ($) => prec.right(seq('where', $._expression)),
    goal_colours: ($) => seq('colours', optional(seq('or', 'empty')), $.picture),
    counted: ($) =>
      prec.right(
        choice(
          seq('all', $._member, 'on', $._member),
          seq(choice('some', 'no'), $._member, optional(seq('on', $._member))),
        ),
      ),
    only: ($) => seq('only', $.piece_at),

    // ---------------------------------------------------------------- expressions

    _expression: ($) => choice($.or, $.and, $.not, $._comparison),
    or: ($) => prec.left(1, seq($._expression, 'or', $._expression)),
    and: ($) => prec.left(2, seq($._expression, 'and', $._expression)),
    not: ($) => prec(3, seq('not', choice($.not, $._comparison))),
    _comparison: ($) => choice($.compare, $.is, $.quantified, $._set),
    fold: ($) =>
      prec.right(
        seq(choice('sum', 'min', 'max'), field('name', $.identifier), 'in', $._cells, ':', $._sum),
      ),
    compare: ($) => prec.right(1, seq($._set, choice('==', '!=', '<=', '>=', '<', '>'), $._set)),
    is: ($) => prec.right(1, seq($._set, 'is', optional('not'), $._member)),
    _cells: ($) => choice($.intersection, $._set),
    intersection: ($) => prec.left(2, seq($._cells, 'and', $._set)),
    _set: ($) => choice($.filtered, $._list),
    filtered: ($) => prec.right(1, seq($._list, 'where', field('name', $.identifier), ':', $._expression)),
    _list: ($) => choice($.except, $._sum),
    except: ($) => prec.left(5, seq($._list, choice('except', 'union'), $._sum)),
    _sum: ($) => choice($.add, $._product),
    add: ($) => prec.left(6, seq($._sum, choice('+', '-'), $._product)),
    _product: ($) => choice($.multiply, $._unary),
    multiply: ($) => prec.left(7, seq($._product, choice('*', '/', '%'), $._unary)),
    _unary: ($) => choice($.negative, $.around, $.power, $._primary),
    power: ($) => prec.right(9, seq($._primary, '^', $._unary)),
    negative: ($) => prec(8, seq('-', $._unary)),
    around: ($) => prec(8, seq('around', $._unary)),
    _primary: ($) =>
      choice($.number, $.text, $.group, $.fold, $.until, $.call, $.direction, $._member, alias($._no_piece, $.path)),
    // `empty` as the name of a piece, where it might also be a function.
    _no_piece: ($) => prec(-2, field('name', alias('empty', $.identifier))),
    until: ($) =>
      prec.right(
        seq(
          $.call,
          'until',
          choice(seq(field('name', $.identifier), ':', $._expression), separated($.path, 'or')),
        ),
      ),
    group: ($) => seq('(', $._expression, ')'),
    call: ($) => seq(field('function', choice($.identifier, alias(choice('empty', 'min', 'max'), $.identifier))), $.arguments),
    quantified: ($) =>
      prec.right(
        seq(choice('all', 'any'), field('name', $.identifier), 'in', comma1($._cells), ':', $._expression),
      ),

    // ---------------------------------------------------------------- words

    path: ($) =>
      prec.right(seq(field('name', $.identifier), repeat(seq(token.immediate('.'), field('member', $.identifier))))),
    direction: () => /(down|up)-(right|left)/,
    identifier: () => /[\p{XID_Start}_][\p{XID_Continue}]*/,
    number: () => /[0-9]+/,
    text: ($) =>
      seq('"', repeat(choice(token.immediate(prec(1, /[^"\\\n\r]+/)), $.escape)), token.immediate('"')),
    escape: () => token.immediate(/\\[^\n\r]/),

    file_doc: () => token(prec(2, /\/\/![^\n\r]*/)),
    doc_comment: () => token(prec(1, /\/\/\/([^\/\n\r][^\n\r]*)?/)),
    line_comment: () => token(/\/\/[^\n\r]*/),
    block_comment: () => token(/\/\*([^*]|\*+[^*\/])*\*+\//),
  },
});
