//! As much of PDDL as an export uses: read, grounded and searched by cost. Slow and plain.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Term {
    Word(String),
    List(Vec<Term>),
}

impl Term {
    fn word(&self) -> &str {
        match self {
            Term::Word(w) => w,
            Term::List(_) => panic!("a word was expected: {self:?}"),
        }
    }

    fn list(&self) -> &[Term] {
        match self {
            Term::List(l) => l,
            Term::Word(_) => panic!("a list was expected: {self:?}"),
        }
    }

    fn head(&self) -> &str {
        self.list().first().map_or("", |t| t.word())
    }
}

fn read(text: &str) -> Term {
    let plain: String = text.lines().map(|l| l.split(';').next().unwrap().to_lowercase() + "\n").collect();
    let spaced = plain.replace('(', " ( ").replace(')', " ) ");
    let mut open = vec![Vec::new()];
    for word in spaced.split_whitespace() {
        match word {
            "(" => open.push(Vec::new()),
            ")" => {
                let list = open.pop().unwrap();
                open.last_mut().unwrap().push(Term::List(list));
            }
            word => open.last_mut().unwrap().push(Term::Word(word.to_owned())),
        }
    }
    assert_eq!(open.len(), 1, "brackets do not match");
    open[0][0].clone()
}

/// `a b - t c - u` as names with types.
fn typed(terms: &[Term]) -> Vec<(String, String)> {
    let mut typed = Vec::new();
    let mut pending = Vec::new();
    let mut words = terms.iter().map(Term::word);
    while let Some(word) = words.next() {
        if word == "-" {
            let kind = words.next().unwrap().to_owned();
            assert!(!pending.is_empty(), "the type {kind} without a name");
            typed.extend(pending.drain(..).map(|name| (name, kind.clone())));
        } else {
            pending.push(word.to_owned());
        }
    }
    assert!(pending.is_empty(), "names without a type: {pending:?}");
    typed
}

type Fact = Vec<String>;
type State = BTreeSet<Fact>;
type Names = BTreeMap<String, String>;

/// An action with the objects of its parameters.
pub type Step = (String, Names);

struct Action {
    name: String,
    parameters: Vec<(String, String)>,
    before: Term,
    after: Term,
}

/// A problem with its domain.
pub struct Planner {
    objects: BTreeMap<String, Vec<String>>,
    predicates: BTreeMap<String, usize>,
    actions: Vec<Action>,
    start: State,
    goal: Term,
    costs: bool,
    /// Predicates that no action changes.
    fixed: BTreeSet<String>,
}

fn part<'a>(list: &'a [Term], head: &str) -> &'a [Term] {
    list.iter().find(|t| matches!(t, Term::List(_)) && t.head() == head).map_or(&[], |t| &t.list()[1..])
}

impl Planner {
    /// Reads both texts and checks that every name is declared.
    pub fn new(domain: &str, problem: &str) -> Self {
        let (domain, problem) = (read(domain), read(problem));
        let (d, p) = (domain.list(), problem.list());
        let mut objects: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut names = BTreeSet::new();
        let kinds: BTreeSet<&str> = part(d, ":types").iter().map(Term::word).collect();
        for (name, kind) in typed(part(d, ":constants")).into_iter().chain(typed(part(p, ":objects"))) {
            assert!(names.insert(name.clone()), "{name} is declared twice");
            assert!(kinds.contains(kind.as_str()), "{kind} is no type");
            objects.entry(kind).or_default().push(name);
        }
        let mut predicates = BTreeMap::new();
        for predicate in part(d, ":predicates") {
            let count = typed(&predicate.list()[1..]).len();
            assert!(predicates.insert(predicate.head().to_owned(), count).is_none(), "{predicate:?} twice");
        }
        let mut known = BTreeSet::new();
        let actions: Vec<Action> = d
            .iter()
            .filter(|t| matches!(t, Term::List(_)) && t.head() == ":action")
            .map(|t| {
                let t = t.list();
                assert!(known.insert(t[1].word().to_owned()), "{} twice", t[1].word());
                let field = |name: &str| {
                    let at = t.iter().position(|x| *x == Term::Word(name.to_owned())).unwrap();
                    t[at + 1].clone()
                };
                let parameters = typed(field(":parameters").list());
                let name = t[1].word().to_owned();
                Action { name, parameters, before: field(":precondition"), after: field(":effect") }
            })
            .collect();
        let mut changed = BTreeSet::new();
        for action in &actions {
            collect_changed(&action.after, &mut changed);
        }
        let fixed = predicates.keys().filter(|p| !changed.contains(*p)).cloned().collect();
        let fact = |t: &Term| t.list().iter().map(|w| w.word().to_owned()).collect::<Fact>();
        let start = part(p, ":init").iter().filter(|t| t.head() != "=").map(fact).collect();
        let goal = part(p, ":goal")[0].clone();
        let costs = !part(p, ":metric").is_empty();
        let planner = Planner { objects, predicates, actions, start, goal, costs, fixed };
        for fact in &planner.start {
            assert_eq!(planner.predicates.get(&fact[0]), Some(&(fact.len() - 1)), "{fact:?}");
            assert!(fact[1..].iter().all(|w| names.contains(w)), "{fact:?} names what is not declared");
        }
        planner
    }

    /// A plan of least cost, with its cost; none if there is no plan.
    pub fn plan(&self) -> Option<(u64, Vec<Step>)> {
        let actions: Vec<(&Action, Names)> = self
            .actions
            .iter()
            .flat_map(|a| {
                let mut found = Vec::new();
                self.bind(a, &mut Names::new(), &mut found);
                found.into_iter().map(move |names| (a, names)).collect::<Vec<_>>()
            })
            .collect();
        let state = self.start();
        let mut best: BTreeMap<State, u64> = BTreeMap::from([(state.clone(), 0)]);
        let mut before: BTreeMap<State, (State, Step)> = BTreeMap::new();
        let mut open: BTreeMap<u64, VecDeque<State>> = BTreeMap::from([(0, VecDeque::from([state]))]);
        while let Some((cost, mut states)) = open.pop_first() {
            while let Some(state) = states.pop_front() {
                if best[&state] < cost {
                    continue;
                }
                if self.holds(&self.goal, &state, &Names::new()) {
                    let mut steps = Vec::new();
                    let mut at = &state;
                    while let Some((earlier, step)) = before.get(at) {
                        steps.insert(0, step.clone());
                        at = earlier;
                    }
                    return Some((cost, steps));
                }
                for (action, names) in &actions {
                    if !self.holds(&action.before, &state, names) {
                        continue;
                    }
                    let (next, price) = self.apply(&action.after, &state, names);
                    let total = cost + if self.costs { price } else { 1 };
                    if best.get(&next).is_none_or(|b| *b > total) {
                        best.insert(next.clone(), total);
                        before.insert(next.clone(), (state.clone(), (action.name.clone(), names.clone())));
                        if total == cost {
                            states.push_back(next);
                        } else {
                            open.entry(total).or_default().push_back(next);
                        }
                    }
                }
            }
        }
        None
    }

    /// The cost of the steps, which must lead to the goal.
    pub fn cost(&self, steps: &[Step]) -> u64 {
        let (mut state, mut cost) = (self.start(), 0);
        for (name, names) in steps {
            let action = self.actions.iter().find(|a| a.name == *name).unwrap();
            let kinds =
                action.parameters.iter().map(|(name, kind)| self.objects[kind].contains(&names[name]));
            assert!(kinds.eq(names.iter().map(|_| true)), "{name} {names:?} has another type");
            assert!(self.holds(&action.before, &state, names), "{name} {names:?} cannot be made");
            let (next, price) = self.apply(&action.after, &state, names);
            (state, cost) = (next, cost + if self.costs { price } else { 1 });
        }
        assert!(self.holds(&self.goal, &state, &Names::new()), "the goal is not reached");
        cost
    }

    fn start(&self) -> State {
        self.start.iter().filter(|f| !self.fixed.contains(&f[0])).cloned().collect()
    }

    /// All ways to give the parameters values for which the unchanging facts hold.
    fn bind(&self, action: &Action, names: &mut Names, found: &mut Vec<Names>) {
        if !self.may(&action.before, names) {
            return;
        }
        let Some((name, kind)) = action.parameters.get(names.len()) else {
            found.push(names.clone());
            return;
        };
        for object in self.objects.get(kind).into_iter().flatten() {
            let mut more = names.clone();
            more.insert(name.clone(), object.clone());
            self.bind(action, &mut more, found);
        }
    }

    /// Whether the unchanging facts of a conjunction that are fully named hold.
    fn may(&self, before: &Term, names: &Names) -> bool {
        let parts = if before.head() == "and" { &before.list()[1..] } else { std::slice::from_ref(before) };
        parts.iter().filter(|p| self.fixed.contains(p.head())).all(|p| {
            let wanted: Vec<Option<&str>> = p.list().iter().map(|w| value(w.word(), names)).collect();
            if wanted.iter().all(Option::is_some) {
                self.start.contains(&wanted.iter().map(|w| w.unwrap().to_owned()).collect::<Fact>())
            } else if wanted.iter().skip(1).all(Option::is_none) {
                true
            } else {
                let fits = |f: &Fact| {
                    f.len() == wanted.len() && f.iter().zip(&wanted).all(|(a, b)| b.is_none_or(|b| a == b))
                };
                self.start.iter().any(fits)
            }
        })
    }

    fn fact(&self, term: &Term, names: &Names) -> Fact {
        let fact: Fact = term.list().iter().map(|w| value(w.word(), names).unwrap().to_owned()).collect();
        assert_eq!(self.predicates.get(&fact[0]), Some(&(fact.len() - 1)), "{fact:?} is not declared");
        fact
    }

    fn holds(&self, test: &Term, state: &State, names: &Names) -> bool {
        let rest = &test.list()[1..];
        match test.head() {
            "and" => rest.iter().all(|t| self.holds(t, state, names)),
            "or" => rest.iter().any(|t| self.holds(t, state, names)),
            "not" => !self.holds(&rest[0], state, names),
            head => {
                let fact = self.fact(test, names);
                if self.fixed.contains(head) { self.start.contains(&fact) } else { state.contains(&fact) }
            }
        }
    }

    fn apply(&self, after: &Term, state: &State, names: &Names) -> (State, u64) {
        let (mut gone, mut made, mut price) = (Vec::new(), Vec::new(), 0);
        self.effects(after, state, names, &mut gone, &mut made, &mut price);
        let mut next = state.clone();
        for fact in gone {
            next.remove(&fact);
        }
        next.extend(made);
        (next, price)
    }

    fn effects(
        &self,
        after: &Term,
        state: &State,
        names: &Names,
        gone: &mut Vec<Fact>,
        made: &mut Vec<Fact>,
        price: &mut u64,
    ) {
        let rest = &after.list()[1..];
        match after.head() {
            "and" => rest.iter().for_each(|t| self.effects(t, state, names, gone, made, price)),
            "not" => gone.push(self.fact(&rest[0], names)),
            "when" if self.holds(&rest[0], state, names) => {
                self.effects(&rest[1], state, names, gone, made, price)
            }
            "when" => {}
            "increase" => *price += rest[1].word().parse::<u64>().unwrap(),
            _ => made.push(self.fact(after, names)),
        }
    }
}

fn value<'a>(word: &'a str, names: &'a Names) -> Option<&'a str> {
    if word.starts_with('?') { names.get(word).map(String::as_str) } else { Some(word) }
}

fn collect_changed(after: &Term, changed: &mut BTreeSet<String>) {
    match after.head() {
        "and" | "not" => after.list()[1..].iter().for_each(|t| collect_changed(t, changed)),
        "when" => collect_changed(&after.list()[2], changed),
        "increase" => {}
        head => {
            changed.insert(head.to_owned());
        }
    }
}
