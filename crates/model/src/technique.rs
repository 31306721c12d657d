//! The techniques of deductions about placements.

/// The techniques, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Technique {
    /// A cell has one candidate left.
    Candidate,
    /// A list or an entry has no more places left than it needs.
    Place,
    /// What a constraint demands, by the least and the greatest that its cells allow.
    Constraint,
    /// The contents of a few cells that a constraint allows, one by one.
    Combination,
    /// All candidates of a cell, a list or an entry rule out another candidate.
    Intersection,
    /// Some cells of a list hold as many kinds, in some order.
    Subset,
    /// The form of a set of cells: its components and cycles.
    Shape,
    /// A candidate that is tried leads to a contradiction in a few steps.
    Trial,
}

impl Technique {
    /// All, the weakest first.
    pub const ALL: [Technique; 8] = [
        Technique::Candidate,
        Technique::Place,
        Technique::Constraint,
        Technique::Combination,
        Technique::Intersection,
        Technique::Subset,
        Technique::Shape,
        Technique::Trial,
    ];

    /// Its name in documents and wishes, which does not change.
    pub fn name(self) -> &'static str {
        match self {
            Technique::Candidate => "candidate",
            Technique::Place => "place",
            Technique::Constraint => "constraint",
            Technique::Combination => "combination",
            Technique::Intersection => "intersection",
            Technique::Subset => "subset",
            Technique::Shape => "shape",
            Technique::Trial => "trial",
        }
    }

    /// The technique of this name.
    pub fn of(name: &str) -> Option<Technique> {
        Technique::ALL.into_iter().find(|technique| technique.name() == name)
    }
}
