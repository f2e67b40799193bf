//! No two files import each other, directly or around a circle: what both need stands in a file of its own, to their left.

use super::house::{code, root, rust_files, sources};
use std::collections::{BTreeMap, BTreeSet};

/// Where circles still stand: files whose path begins like this may import each other.
const KNOWN: &[&str] = &["src/cli/"];

/// How many re-exports a name is followed through.
const MAX_HOPS: usize = 8;

/// One name that a file takes from elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Import {
    /// The path as it is written, without `as`.
    path: Vec<String>,
    /// What the file calls it.
    name: String,
    /// Whether the file hands it on (`pub use`).
    public: bool,
}

/// A file of a crate: its place in the repository, and what it imports.
struct Module {
    file: String,
    imports: Vec<Import>,
}

/// The modules of one crate by their paths; that of the crate's root is empty.
#[derive(Default)]
struct Crate(BTreeMap<Vec<String>, Module>);

fn words(path: &str) -> Vec<String> {
    let words = path
        .split("::")
        .map(|word| word.trim().trim_start_matches("r#"));
    words.map(str::to_owned).collect()
}

/// The imports of `use a::{b, c::{self, d as e}}`, of which `tree` is what follows `use`.
fn expand(prefix: &str, tree: &str, public: bool, imports: &mut Vec<Import>) {
    let tree = tree.trim();
    if let Some((head, list)) = tree.split_once('{') {
        let list = list.strip_suffix('}').unwrap_or(list);
        let (mut depth, mut from) = (0, 0);
        for (at, c) in list.char_indices().chain([(list.len(), ',')]) {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    if !list[from..at].trim().is_empty() {
                        expand(&format!("{prefix}{head}"), &list[from..at], public, imports);
                    }
                    from = at + 1;
                }
                _ => {}
            }
        }
        return;
    }
    let (path, alias) = match tree.split_once(" as ") {
        Some((path, alias)) => (path, Some(alias.trim().to_owned())),
        None => (tree, None),
    };
    let mut path = words(&format!("{prefix}{path}"));
    if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let name = alias.unwrap_or_else(|| path.last().cloned().unwrap_or_default());
    imports.push(Import { path, name, public });
}

/// The imports of a file without comments and tests: its `use` declarations, and the paths written where they are used.
fn imports(code: &str) -> Vec<Import> {
    let mut imports = Vec::new();
    let mut rest = String::new();
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        let text = line.trim_start();
        let public = text.starts_with("pub");
        let visible = match text.strip_prefix("pub(") {
            Some(scope) => scope.split_once(") ").map_or("", |(_, after)| after),
            None => text.strip_prefix("pub ").unwrap_or(text),
        };
        let Some(first) = visible.strip_prefix("use ") else {
            rest.extend([line, "\n"]);
            continue;
        };
        let mut tree = first.to_owned();
        while !tree.trim_end().ends_with(';') {
            let Some(line) = lines.next() else { break };
            tree.push_str(line);
        }
        expand(
            "",
            tree.trim_end().trim_end_matches(';'),
            public,
            &mut imports,
        );
    }
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    for token in rest.split(|c| !is_path(c)) {
        if let Some((first, _)) = token.trim_end_matches(':').split_once("::")
            && first.starts_with(|c: char| c.is_ascii_lowercase())
        {
            expand("", token.trim_end_matches(':'), false, &mut imports);
        }
    }
    imports
}

impl Crate {
    /// The crate of these files: the path below `src`, the file's name in messages, its code.
    fn new(files: impl IntoIterator<Item = (String, String, String)>) -> Crate {
        let mut modules = BTreeMap::new();
        for (below, file, code) in files {
            let mut path: Vec<String> = below
                .trim_end_matches(".rs")
                .split('/')
                .map(str::to_owned)
                .collect();
            if path
                .last()
                .is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str()))
            {
                path.pop();
            }
            let imports = imports(&code);
            modules.insert(path, Module { file, imports });
        }
        Crate(modules)
    }

    /// A path from the crate's root, as written in module `here`; `None` where it leads out of the crate.
    fn absolute(&self, here: &[String], path: &[String]) -> Option<Vec<String>> {
        let mut base = here.to_vec();
        let mut path = path;
        match path.first()?.as_str() {
            "crate" => {
                base.clear();
                path = &path[1..];
            }
            "self" | "super" => {
                while let Some(word @ ("self" | "super")) = path.first().map(String::as_str) {
                    if word == "super" {
                        base.pop();
                    }
                    path = &path[1..];
                }
            }
            child => {
                base.push(child.to_owned());
                if !self.0.contains_key(&base) {
                    return None;
                }
                path = &path[1..];
            }
        }
        base.extend_from_slice(path);
        Some(base)
    }

    /// The module that defines what a path from the root names, through re-exports.
    fn resolve(&self, path: &[String], hops: usize) -> Option<&[String]> {
        let known = (0..=path.len()).rev();
        let (at, module) = known
            .filter_map(|n| self.0.get_key_value(&path[..n]))
            .next()?;
        let Some(name) = path.get(at.len()) else {
            return Some(at);
        };
        let reexport = module.imports.iter().find(|i| i.public && i.name == *name);
        let further = reexport
            .filter(|_| hops > 0)
            .and_then(|i| self.absolute(at, &i.path))
            .and_then(|path| self.resolve(&path, hops - 1));
        Some(further.unwrap_or(at))
    }

    /// From each module to those that it imports from. A module that only hands on what its children hold does not need them.
    fn edges(&self) -> BTreeMap<&[String], BTreeSet<&[String]>> {
        let edges = self.0.iter().map(|(here, module)| {
            let to = module.imports.iter().filter_map(|import| {
                let path = self.absolute(here, &import.path)?;
                let to = self.resolve(&path, MAX_HOPS)?;
                let facade = import.public && to.starts_with(here);
                (to != here.as_slice() && !to.is_empty() && !facade).then_some(to)
            });
            (here.as_slice(), to.collect())
        });
        edges.collect()
    }

    /// Every circle: files that reach each other, and the imports between them.
    fn circles(&self) -> Vec<(BTreeSet<&str>, String)> {
        let edges = self.edges();
        let reach = |from: &'_ [String]| {
            let mut seen: BTreeSet<&[String]> = BTreeSet::new();
            let mut open: Vec<&[String]> = edges[from].iter().copied().collect();
            while let Some(at) = open.pop() {
                if seen.insert(at) {
                    open.extend(&edges[at]);
                }
            }
            seen
        };
        let reached: BTreeMap<&[String], BTreeSet<&[String]>> =
            edges.keys().map(|from| (*from, reach(from))).collect();
        let mut circles: BTreeMap<BTreeSet<&[String]>, String> = BTreeMap::new();
        for (from, to) in &reached {
            if to.contains(from) {
                let circle: BTreeSet<&[String]> = to
                    .iter()
                    .copied()
                    .filter(|at| reached[at].contains(from))
                    .collect();
                let text = circles.entry(circle.clone()).or_default();
                for other in edges[from].intersection(&circle) {
                    *text += &format!("  {} -> {}\n", self.0[*from].file, self.0[*other].file);
                }
            }
        }
        let named = circles.into_iter().map(|(circle, text)| {
            (
                circle.iter().map(|at| self.0[*at].file.as_str()).collect(),
                text,
            )
        });
        named.collect()
    }
}

/// The crate whose source is in `dir`, as `crates/engine/src`.
fn read_crate(dir: &str) -> Crate {
    let files = rust_files(dir).into_iter().map(|path| {
        let name =
            |below: &std::path::Path| path.strip_prefix(below).unwrap().display().to_string();
        (name(&root().join(dir)), name(root()), code(&path))
    });
    Crate::new(files)
}

#[test]
fn no_two_files_import_each_other() {
    let crates: Vec<Crate> = sources().iter().map(|dir| read_crate(dir)).collect();
    let edges: usize = crates
        .iter()
        .flat_map(|c| {
            c.edges()
                .into_values()
                .map(|to| to.len())
                .collect::<Vec<_>>()
        })
        .sum();
    assert!(edges > 500, "{edges} imports found");
    let mut needed: BTreeSet<&str> = BTreeSet::new();
    let mut wrong = Vec::new();
    for (files, text) in crates.iter().flat_map(Crate::circles) {
        let known = |file: &str| KNOWN.iter().find(|known| file.starts_with(**known));
        if files.iter().all(|file| known(file).is_some()) {
            needed.extend(files.iter().filter_map(|file| known(file)));
        } else {
            wrong.push(text);
        }
    }
    assert!(
        wrong.is_empty(),
        "files that import each other:\n{}",
        wrong.join("\n")
    );
    let opened: Vec<_> = KNOWN
        .iter()
        .filter(|known| !needed.contains(**known))
        .collect();
    assert!(
        opened.is_empty(),
        "no circle is left, so take it out of KNOWN: {opened:?}"
    );
}

/// A crate of a few small files, each with its code.
fn small(files: &[(&str, &str)]) -> Crate {
    let own =
        |(path, code): &(&str, &str)| ((*path).to_owned(), (*path).to_owned(), (*code).to_owned());
    Crate::new(files.iter().map(own))
}

/// The files of each circle.
fn circles(files: &[(&str, &str)]) -> Vec<String> {
    let krate = small(files);
    let circles = krate.circles().into_iter();
    circles
        .map(|(files, _)| files.into_iter().collect::<Vec<_>>().join(" "))
        .collect()
}

#[test]
fn declarations_are_read_with_their_lists_and_aliases() {
    let found = imports(
        "use crate::a::{B, c::{self, D as E},\n    f::G};\npub(super) use super::h;\nfn i() { j::k(crate::l::M) }\n",
    );
    let shown = found.iter().map(|i| {
        format!(
            "{}={}{}",
            i.path.join("::"),
            i.name,
            if i.public { "!" } else { "" }
        )
    });
    assert_eq!(
        shown.collect::<Vec<_>>().join(" "),
        "crate::a::B=B crate::a::c=c crate::a::c::D=E crate::a::f::G=G super::h=h! j::k=k crate::l::M=M"
    );
}

#[test]
fn circles_are_found_however_the_import_is_written() {
    let left = ("a.rs", "use crate::b::B;");
    for right in [
        "use crate::a::A;",
        "use super::a::{A, C};",
        "use super::a;",
        "fn f() -> crate::a::A {}",
    ] {
        assert_eq!(circles(&[left, ("b.rs", right)]), ["a.rs b.rs"], "{right}");
    }
    assert!(
        circles(&[
            left,
            ("b.rs", "use std::fmt; use crate::c::A;"),
            ("c.rs", "")
        ])
        .is_empty()
    );
    let three = [
        left,
        ("b.rs", "use super::c::C;"),
        ("c.rs", "use crate::a::A;"),
    ];
    assert_eq!(circles(&three), ["a.rs b.rs c.rs"]);
}

#[test]
fn re_exports_lead_to_the_file_that_defines() {
    // `mod.rs` hands on what `b` defines: whoever takes it from there imports `b`, not `mod.rs`.
    let facade = ("m/mod.rs", "pub use b::B as C;\nuse a::A;");
    let files = [facade, ("m/a.rs", "use super::C;"), ("m/b.rs", "")];
    assert!(circles(&files).is_empty());
    assert_eq!(
        circles(&[files[0], files[1], ("m/b.rs", "use super::a::A;")]),
        ["m/a.rs m/b.rs"]
    );
    // What `mod.rs` defines itself is imported from it.
    assert_eq!(
        circles(&[facade, ("m/a.rs", "use super::D;")]),
        ["m/a.rs m/mod.rs"]
    );
    // A child named where it is used is imported, too.
    assert_eq!(
        circles(&[
            ("m/mod.rs", "fn f() { a::g() }"),
            ("m/a.rs", "use super::f;")
        ]),
        ["m/a.rs m/mod.rs"]
    );
}
