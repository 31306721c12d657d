//! The table of all codes. A number, once given, keeps its meaning.

use serde::{Serialize, Serializer};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The text is invalid.
    Error,
    /// The text is valid and surely not what was meant.
    Warning,
}

/// What is known of a code.
#[derive(Clone, Copy, Debug)]
pub struct CodeInfo {
    /// `P0301`.
    pub number: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What it is about, in a few words.
    pub title: &'static str,
    /// Its page, as Markdown.
    pub page: &'static str,
}

macro_rules! codes {
    ($($name:ident $number:literal $severity:ident $title:literal;)*) => {
        /// What a diagnostic is about.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Code {
            $(#[doc = $title] $name,)*
        }

        impl Code {
            /// Number, severity, title and page.
            pub fn info(self) -> CodeInfo {
                match self {
                    $(Code::$name => CodeInfo {
                        number: $number,
                        severity: Severity::$severity,
                        title: $title,
                        page: include_str!(concat!("../../codes/", $number, ".md")),
                    },)*
                }
            }
        }

        /// Every code, in order.
        pub fn all_codes() -> &'static [Code] {
            &[$(Code::$name),*]
        }
    };
}

codes! {
    // Syntax.
    UnknownStatement "P0101" Error "unknown statement";
    Unexpected "P0102" Error "unexpected text";
    UnclosedBlock "P0103" Error "block is not closed";
    StrayClose "P0104" Error "closing bracket without an opening bracket";
    UnclosedString "P0105" Error "text in quotes is not closed";
    UnclosedPicture "P0106" Error "picture is not closed";
    TooDeep "P0107" Error "nested too deeply";
    UnclosedComment "P0108" Error "comment is not closed";
    NumberTooLarge "P0109" Error "number is too large";
    UnknownEdition "P0110" Error "unknown edition";
    RepeatedStatement "P0111" Error "statement is repeated";
    MissingStatement "P0112" Error "puzzle lacks a statement";
    // Names.
    UnknownName "P0201" Error "unknown name";
    DuplicateName "P0202" Error "name is defined twice";
    WrongKind "P0203" Error "name of the wrong kind";
    WrongArguments "P0204" Error "wrong arguments";
    ModuleNotFound "P0205" Error "module not found";
    ImportCycle "P0206" Error "modules import each other in a cycle";
    OutOfRange "P0208" Error "parameter is out of its range";
    UnknownParameter "P0209" Error "no such parameter";
    // Boards and pictures.
    PictureShape "P0301" Error "picture does not fit its board";
    UnknownMark "P0302" Error "unknown mark in a picture";
    PictureSpacing "P0303" Error "mark is between two columns";
    BoardTooLarge "P0304" Error "board is too large";
    EmptyBoard "P0305" Error "board has no cell";
    OffBoard "P0306" Error "not a cell of the board";
    BadGraph "P0307" Error "graph has an invalid edge";
    NoSuchDirection "P0308" Error "board has no such direction";
    NeedsBound "P0309" Error "unbounded board needs a bound";
    MissingBoard "P0310" Error "no board is given";
    BadWall "P0311" Error "wall is not between two cells";
    NoWalls "P0312" Error "walls do not fit here";
    NoEdges "P0313" Error "board has no edges as places";
    // Pieces and configurations.
    BadPiece "P0401" Error "invalid piece";
    DuplicateMark "P0402" Error "two pieces have the same mark";
    PieceShape "P0403" Error "piece is drawn in the wrong shape";
    LayersDiffer "P0404" Error "pictures of pieces and of colours differ";
    NoSuchPiece "P0405" Error "no piece fits here";
    ConfigurationTooLarge "P0406" Error "configuration is too large";
    SeveralStarts "P0407" Error "one start is needed";
    BadSign "P0410" Error "mark cannot have this meaning";
    NoSuchMember "P0411" Error "family has no such member";
    NoShape "P0415" Error "piece has no shape to place";
    NoSuchLines "P0416" Error "board has no such lines";
    Holes "P0418" Error "puzzle has holes";
    BadHoles "P0419" Error "holes cannot be filled";
    // Rules and goals.
    PatternLength "P0501" Error "sides of a pattern differ in length";
    BadPath "P0502" Error "path does not fit its pattern";
    EmptyRule "P0503" Error "rule does nothing";
    TypeMismatch "P0504" Error "value of the wrong type";
    UnknownFunction "P0505" Error "unknown function";
    TooManyPieces "P0506" Error "goal needs more pieces than there are";
    BadExpectation "P0507" Error "expectation does not apply here";
    RuleTooLarge "P0508" Error "rule has too many cases";
    CannotClose "P0509" Error "only lines and rings can close up";
    BadGame "P0511" Error "statement does not fit this kind of puzzle";
    Arithmetic "P0512" Error "number cannot be computed";
    BadAfter "P0520" Error "test after the move does not fit here";
    BadMeasure "P0521" Error "measure counts a rule that the puzzle lacks";
    BadCost "P0522" Error "cost is out of range";
    EndlessConsequence "P0530" Error "consequences do not end";
    BadConsequence "P0531" Error "rule cannot be a consequence";
    WrongLayer "P0535" Error "piece is in the wrong layer";
    NoFloor "P0536" Error "floor pieces do not fit here";
    BadCounter "P0540" Error "counter has no such range";
    NoCounters "P0541" Error "counters do not fit here";
    BadTurn "P0542" Error "`turn` does not fit here";
    BadStuck "P0543" Error "`stuck` does not fit here";
    // Scripts.
    ScriptError "P0601" Error "script failed";
    ScriptHook "P0602" Error "script lacks its function";
    ScriptLimit "P0603" Error "script exceeded its budget";
    ScriptResult "P0604" Error "script returned the wrong kind of value";
    WrongBound "P0605" Error "bound is not admissible";
    WrongInvariant "P0606" Error "moves change an invariant";
    ScriptFinding "P0607" Error "the puzzle's own check failed";
    ScriptWarning "P0608" Warning "the puzzle's own check gave a warning";
    // Solving.
    ExpectationFailed "P0701" Error "expectation does not hold";
    ExpectationUndecided "P0702" Error "expectation was not decided";
    PlanRejected "P0703" Error "plan was rejected by the checker";
    NoTheory "P0704" Error "no theory applies to the puzzle";
    OtherGame "P0705" Error "rule does not match the theory";
    IllegalMove "P0706" Error "move of a plan is not possible";
    PlanStopsShort "P0707" Error "plan does not reach the goal";
    AmbiguousMove "P0708" Error "move of a plan is ambiguous";
    NoPlan "P0709" Error "file is not a plan";
    // Project.
    FileNotFound "P0801" Error "file not found";
    FileUnreadable "P0802" Error "file cannot be read";
    NotUtf8 "P0803" Error "file is not UTF-8";
    FileTooLarge "P0804" Error "file is too large";
    NoPuzzleFiles "P0805" Error "no puzzle file found";
    ForbiddenFile "P0806" Error "file access is not allowed";
    // Plugins.
    NoPlugin "P0810" Error "folder is not a plugin";
    PluginSyntax "P0811" Error "plugin.toml is not valid TOML";
    PluginKey "P0812" Error "plugin.toml has an unknown key";
    PluginLacks "P0813" Error "plugin.toml is missing a key";
    PluginValue "P0814" Error "plugin.toml has an invalid value";
    PluginEdition "P0815" Error "plugin needs a newer edition";
    AmbiguousModule "P0816" Error "two plugins provide the same module";
    EmptyPlugin "P0817" Error "plugin has no module";
    UnusedScript "P0818" Warning "script of a plugin is never used";
    // Imports.
    UnknownFormat "P0820" Error "format is not recognized";
    NotImported "P0821" Error "level cannot be imported";
    NotCarriedOver "P0822" Warning "part is not carried over";
    // Lints.
    UnusedPiece "P0901" Warning "piece is never used";
    UnusedImport "P0902" Warning "module is never used";
    RuleNeverFires "P0903" Warning "rule can never be applied";
    GoalIsStart "P0904" Warning "puzzle is solved at its start";
    UnreachableCount "P0905" Warning "goal needs a number of pieces that no move reaches";
    MissingEdition "P0906" Warning "published module has no edition line";
    UnusedParameter "P0907" Warning "parameter is never used";
    TooFewPieces "P0908" Warning "goal has no place for pieces that no move removes";
    AskedRule "P0909" Warning "rule runs a script at every position";
    RuleTwice "P0910" Warning "rule is listed twice";
    RowOutOfStep "P0911" Warning "row of a picture is spaced differently";
    StartUnsettled "P0914" Warning "consequence applies at the start";
    PiecesTooLarge "P0917" Warning "pieces to place have more cells than the board";
    HiddenCharacter "P0918" Warning "text has a hidden character";
    UnusedItem "P0919" Warning "counter, set, rule, board or configuration is never used";
    StepsOff "P0920" Warning "step off the board leaves a test without a value";
    WallAsCell "P0921" Warning "wall is drawn on a board without walls";
}

impl Code {
    /// The number: `P0301`.
    pub fn as_str(self) -> &'static str {
        self.info().number
    }
}

impl Code {
    /// Whether it is about syntax: found before anything has a meaning.
    pub fn is_syntax(self) -> bool {
        self.as_str().starts_with("P01")
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// The code with this number, in either case, with or without the `P`.
pub fn find_code(number: &str) -> Option<Code> {
    let wanted = number.trim().to_uppercase();
    let wanted = if wanted.starts_with('P') { wanted } else { format!("P{wanted}") };
    all_codes().iter().copied().find(|c| c.as_str() == wanted)
}
