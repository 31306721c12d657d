//! Moving a tree to another place of its file.

use super::*;

/// What holds places and can be moved with the text that it stands for.
pub(crate) trait Shift {
    /// Adds so many bytes to every place.
    fn shift(&mut self, by: i32);
}

impl Shift for Span {
    fn shift(&mut self, by: i32) {
        self.start = self.start.saturating_add_signed(by);
        self.end = self.end.saturating_add_signed(by);
    }
}

macro_rules! placeless {
    ($($name:ty)*) => { $(impl Shift for $name { fn shift(&mut self, _: i32) {} })* };
}

macro_rules! places {
    ($($name:ident { $($field:ident)* })*) => { $(impl Shift for $name {
        fn shift(&mut self, by: i32) {
            // Whole, so that no field is forgotten.
            let $name { $($field),* } = self;
            $($field.shift(by);)*
        }
    })* };
}

macro_rules! choices {
    ($($name:ident { $($variant:ident $(($($part:ident)*))?)* })*) => { $(impl Shift for $name {
        fn shift(&mut self, by: i32) {
            match self {
                $($name::$variant $(($($part),*))? => { $($($part.shift(by);)*)? })*
            }
        }
    })* };
}

impl<T: Shift> Shift for Vec<T> {
    fn shift(&mut self, by: i32) {
        self.iter_mut().for_each(|one| one.shift(by));
    }
}

impl<T: Shift> Shift for Option<T> {
    fn shift(&mut self, by: i32) {
        self.iter_mut().for_each(|one| one.shift(by));
    }
}

impl<T: Shift> Shift for Box<T> {
    fn shift(&mut self, by: i32) {
        (**self).shift(by);
    }
}

impl<A: Shift, B: Shift> Shift for (A, B) {
    fn shift(&mut self, by: i32) {
        self.0.shift(by);
        self.1.shift(by);
    }
}

impl<A: Shift, B: Shift, C: Shift> Shift for (A, B, C) {
    fn shift(&mut self, by: i32) {
        self.0.shift(by);
        self.1.shift(by);
        self.2.shift(by);
    }
}

placeless! { String i64 u8 bool Lattice UnaryOp BinaryOp Quantifier Fold HookKind MeasureKind Repeat Ends }

places! {
    Name { text span }
    Path { parts member span }
    Text { value span }
    Picture { rows odd_indent span }
    PictureRow { text span }
    Item { span doc kind }
    Use { target alias }
    Param { name range default span }
    BoardItem { name params value }
    BoardExpr { span kind edges walls }
    Script { source call }
    PieceItem { name marks props }
    Legend { signs span }
    Sign { mark piece on below span }
    KindItem { name pieces all }
    Keys { keys player or }
    Turn { words before after commands along }
    TurnRow { span cells }
    TurnCell { span gap terms }
    TurnTerm { span mark piece }
    SpriteDrawing { picture tints span }
    Tint { mark colour }
    ConfigurationItem { name value }
    SetItem { name value }
    ListItem { name words in_file }
    CounterItem { name value }
    CounterValue { range start }
    TheoryItem { theory rules }
    Expr { span kind }
    PuzzleItem { name params statements }
    PuzzleStatement { span keyword kind }
    ConfigExpr { span kind }
    RowTerm { span kind times }
    GoalExpr { span kind }
    PlaceEntry { piece labels amount on span }
    Filling { piece each amount span }
    Wanted { span kind }
    Expectation { claim ranges }
    Players { count ends }
    Measure { name kind rules }
    RuleItem { name over params on body }
    RuleVar { name kinds range }
    RuleRef { path args span }
    ConsequenceRef { rule repeat span }
    RuleStatement { span kind }
    Pattern { before after along }
    PatternCell { span kind floor }
    PathShape { steps span }
    PathStep { direction turn }
}

choices! {
    ItemKind { Use(a) Board(a) Piece(a) Kind(a) Marks(a) Configuration(a) Set(a) List(a) Counter(a) Rule(a) Theory(a) Puzzle(a) Error }
    UseTarget { Module(a) File(a) }
    BoardKind {
        Drawn(a b) Maze(a b) Rectangle(a b c) Side(a b) Line(a) Ring(a) Unbounded(a) Graph(a) Script(a) Named(a b) Error
    }
    ScriptSource { File(a) Inline(a) }
    PieceProp { Cells(a) Members(a b) Rigid(a) Floor(a) Turns(a) Flips(a) Shape(a b) Outline(a) Sprite(a) Colour(a) Layer(a b) Title(a) Error(a) }
    ExprKind {
        Int(a) Text(a) Path(a) Call(a b) Around(a) Unary(a b) Binary(a b c) Is(a b c) Quantified(a b c d)
        Until(a b) UntilTest(a b c) Where(a b c) Fold(a b c d) Error
    }
    PuzzleStatementKind {
        Title(a) Board(a) Rules(a) Start(a) Goal(a) Place(a) Expect(a) Players(a) Win(a b) Measure(a) Window(a) LegalAfter(a)
        Fill(a) Clues(a b c) Wish(a)
        Hook(a b) Marks(a) Counter(a b) Then(a) Keys(a) Message(a b) Error
    }
    ConfigKind { Picture(a) Layers(a b) Row(a) Full(a b) Empty Places(a) Named(a) Script(a) Error }
    RowTermKind { Marks(a) Group(a) }
    Amount { One Exactly(a) Between(a b) Any }
    GoalKind { Config(a b) Colours(a b) Only(a b) At(a b) Where(a) Counted(a b c) Script(a) Or(a) And(a) Error }
    ExpectationKind { Solvable Least(a b) Within(a b) Unsolvable(a) Solutions(a) Placements(a b) FirstWins(a) SecondWins(a) Draw Grundy(a) Plan(a) }
    WantedKind { Length(a b) Hardest(a) Minimal Deduction(a) Symmetric(a) }
    RuleBody { Statements(a) Script(a) Callback(a) Union(a) Error }
    RuleStatementKind {
        Pattern(a) When(a) WhenAfter(a) Move(a b) Swap(a b) Shift(a b) Remove(a) Put(a b) Clear(a b) Flip(a b c) Set(a b)
        Close(a) Then(a) Cost(a) Turn(a) Repeat Error
    }
    PatternFloor { Empty Piece(a) }
    PatternCellKind { Any Empty Piece(a) Part(a b) }
}
