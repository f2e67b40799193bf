//! `wasm`: a bot that is a WebAssembly module (docs/wasm.md), run by wasmi in a sandbox: no
//! imports, fuel for each call, a limit on its memory. Untrusted bots can be played this way.
//!
//! A module sees the page of the view ([`Observable::observe`]). Each game has an instance of its
//! own, so nothing is kept from game to game.

use super::register::{PolicyInfo, ProgramKey};
use super::{Fault, FaultKind, Player, Strategy};
use powergrab_engine::cards::Seat;
use powergrab_engine::config;
use powergrab_engine::config::{ConfigError, Reader};
use powergrab_engine::game::{Action, Observable, Options};
use powergrab_engine::rng::Rng;
use sha2::{Digest as _, Sha256};
use std::sync::Arc;
use wasmi::errors::{ErrorKind, InstantiationError};
use wasmi::{
    Config, Engine, ExternType, Linker, Memory, Module, Store, StoreLimits, StoreLimitsBuilder,
    TrapCode, TypedFunc, ValType,
};

pub(super) const INFO: PolicyInfo = PolicyInfo {
    name: "wasm",
    summary: "A WebAssembly module, run in a box.",
    meaning: "Runs a WebAssembly module by the layout of docs/wasm.md. The module has no imports, so it can do nothing but compute; each call has a \
limited amount of fuel, and its memory has a cap. A module that runs out of either, traps or gives no option's number loses its say in that game: from \
there on it takes the first option, and the game is counted in faults.csv.",
    stochastic: true,
    memory: "what the module keeps, for the length of one game",
    params: &[],
};

pub(super) const KEYS: &[ProgramKey] = &[
    ProgramKey {
        name: "module",
        values: "a path, from the strategy file's directory",
        meaning: "the WebAssembly module, at most 4 MiB",
    },
    ProgramKey {
        name: "fuel",
        values: "a whole number from 10000 to 10000000000, default 10000000",
        meaning: "what one call may cost, about one for each simple instruction",
    },
    ProgramKey {
        name: "memory_kib",
        values: "a whole number from 64 to 65536, default 1024",
        meaning: "how much memory an instance may have, in KiB; the stack that its linker sets aside is a part of it",
    },
];

/// Maximum size of a module, in bytes.
const MAX_MODULE: u64 = 4 << 20;
/// Maximum depth of calls.
const MAX_DEPTH: usize = 500;
/// Size of an instance's value stack, in bytes.
const MAX_STACK: usize = 256 * 1024;

/// Functions that every module has to export.
const VIEW: &str = "powergrab_view";
const DECIDE: &str = "powergrab_decide";

/// A bot that is a module.
#[derive(Clone)]
pub struct Wasm {
    engine: Engine,
    module: Arc<Module>,
    name: String,
    sha256: String,
    fuel: u64,
    memory: usize,
}

impl std::fmt::Debug for Wasm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Wasm")
            .field("module", &self.name)
            .field("sha256", &self.sha256)
            .field("fuel", &self.fuel)
            .field("memory", &self.memory)
            .finish()
    }
}

impl Wasm {
    /// Reads the keys of a strategy file, and the module.
    ///
    /// # Errors
    /// Names the wrong key, or describes the error of the module.
    pub fn read(reader: &Reader<'_>) -> Result<Wasm, ConfigError> {
        let path = reader
            .string("module")?
            .ok_or_else(|| reader.error("module", "missing: the path of a WebAssembly module"))?;
        let fuel = reader.integer("fuel", 10_000..=10_000_000_000)?;
        let memory = reader.integer("memory_kib", 64..=65_536)?;
        let wrong = |problem: String| reader.error("module", format!("{path}: {problem}"));
        let bytes = reader.binary(path, MAX_MODULE).map_err(&wrong)?;
        let fuel = fuel.unwrap_or(10_000_000).unsigned_abs();
        let memory = memory.unwrap_or(1024).unsigned_abs() as usize * 1024;
        Wasm::new(path, &bytes, fuel, memory).map_err(wrong)
    }

    /// Creates a bot from a module's bytes, with this much fuel for each call and this many bytes
    /// of memory. `name` is for messages.
    ///
    /// # Errors
    /// Describes the error of the module.
    pub fn new(name: &str, bytes: &[u8], fuel: u64, memory: usize) -> Result<Wasm, String> {
        if bytes.len() as u64 > MAX_MODULE {
            return Err(format!(
                "too large: a module has at most {MAX_MODULE} bytes"
            ));
        }
        let mut config = Config::default();
        config
            .consume_fuel(true)
            .set_max_recursion_depth(MAX_DEPTH)
            .set_max_stack_height(MAX_STACK);
        let engine = Engine::new(&config);
        let module = Module::new(&engine, bytes).map_err(|e| {
            let e: String = e.to_string().chars().take(200).collect();
            format!("not a valid WebAssembly module: {e}")
        })?;
        if let Some(import) = module.imports().next() {
            let (from, what): (String, String) = (
                import.module().chars().take(40).collect(),
                import.name().chars().take(40).collect(),
            );
            return Err(format!(
                "it imports {what:?} from {from:?}: a module may import nothing"
            ));
        }
        for name in [VIEW, DECIDE] {
            let right = matches!(
                module.get_export(name),
                Some(ExternType::Func(f)) if f.params().is_empty() && f.results() == [ValType::I32]
            );
            if !right {
                return Err(format!("it must export a function {name}: () -> i32"));
            }
        }
        let Some(ExternType::Memory(needed)) = module.get_export("memory") else {
            return Err("it must export its memory as `memory`".to_owned());
        };
        let (needed, limit) = (needed.minimum().saturating_mul(64), memory / 1024);
        if needed > limit as u64 {
            return Err(format!(
                "it begins with {needed} KiB of memory, and memory_kib is {limit}: set memory_kib to {needed} or more (up to 65536), \
or link it with a smaller stack (-zstack-size=65536; Rust sets aside 1 MiB)"
            ));
        }
        let bot = Wasm {
            engine,
            module: Arc::new(module),
            name: name.to_owned(),
            sha256: config::hex(&Sha256::digest(bytes)),
            fuel,
            memory,
        };
        match bot.instantiate() {
            Ok(_) => Ok(bot),
            Err(e) => Err(format!("it cannot be instantiated: {}", fault(&e))),
        }
    }

    /// Returns a new instance, with the fuel of one call for its start function.
    fn instantiate(&self) -> Result<(Store<StoreLimits>, wasmi::Instance), wasmi::Error> {
        let limits = StoreLimitsBuilder::new()
            .memory_size(self.memory)
            .memories(1)
            .tables(4)
            .table_elements(10_000)
            .instances(1)
            .trap_on_grow_failure(true)
            .build();
        let mut store = Store::new(&self.engine, limits);
        store.limiter(|limits| limits);
        store.set_fuel(self.fuel)?;
        let linker = Linker::new(&self.engine);
        let instance = linker.instantiate_and_start(&mut store, &self.module)?;
        Ok((store, instance))
    }
}

impl<G: Observable> Strategy<G> for Wasm {
    fn player(&self, _: Seat) -> Box<dyn Player<G> + Send> {
        Box::new(WasmPlayer {
            bot: self.clone(),
            page: vec![0; G::MODULE.size].into_boxed_slice(),
            instance: None,
            fault: None,
        })
    }

    fn describe(&self) -> serde_json::Value {
        serde_json::json!({
            "module": self.name,
            "sha256": self.sha256,
            "fuel": self.fuel,
            "memory_kib": self.memory / 1024,
            "layout": G::MODULE.version,
        })
    }

    fn policy(&self) -> &'static str {
        INFO.name
    }

    fn info(&self) -> Option<&'static PolicyInfo> {
        Some(&INFO)
    }

    fn try_out(&self) -> Result<String, Fault> {
        let mut instance = Instance::new(self)?;
        if instance.view % 8 != 0 {
            let detail = format!("{VIEW} gave {}, which is no multiple of 8", instance.view);
            return Err(Fault::new(FaultKind::Memory, detail));
        }
        instance.put(&vec![0; G::MODULE.size])?;
        Ok("the module is valid and starts".to_owned())
    }
}

/// A module in one game.
struct Instance {
    store: Store<StoreLimits>,
    memory: Memory,
    decide: TypedFunc<(), i32>,
    /// Address of views.
    view: usize,
    fuel: u64,
}

impl Instance {
    fn new(bot: &Wasm) -> Result<Instance, Fault> {
        let failed = |e: wasmi::Error| fault(&e);
        let (mut store, instance) = bot.instantiate().map_err(failed)?;
        let view = instance
            .get_typed_func::<(), i32>(&store, VIEW)
            .map_err(failed)?;
        let decide = instance
            .get_typed_func::<(), i32>(&store, DECIDE)
            .map_err(failed)?;
        let Some(memory) = instance.get_memory(&store, "memory") else {
            return Err(Fault::new(FaultKind::Trap, "its memory is gone"));
        };
        store.set_fuel(bot.fuel).map_err(failed)?;
        let view = view.call(&mut store, ()).map_err(failed)?;
        Ok(Instance {
            store,
            memory,
            decide,
            view: view as u32 as usize,
            fuel: bot.fuel,
        })
    }

    /// Writes a view to the module's memory.
    fn put(&mut self, page: &[u8]) -> Result<(), Fault> {
        let written = self.memory.write(&mut self.store, self.view, page);
        written.map_err(|_| {
            let detail = format!("{VIEW} gave a place that is not in its memory");
            Fault::new(FaultKind::Memory, detail)
        })
    }

    fn decide(&mut self, page: &[u8], options: &Options) -> Result<Action, Fault> {
        self.put(page)?;
        let store = &mut self.store;
        store.set_fuel(self.fuel).map_err(|e| fault(&e))?;
        let number = self.decide.call(&mut *store, ()).map_err(|e| fault(&e))?;
        option(options, number).ok_or_else(|| {
            let n = options.len();
            Fault::new(
                FaultKind::Illegal,
                format!("the answer {number} of {n} options"),
            )
        })
    }
}

/// Returns an error of the machine by its kind.
fn fault(e: &wasmi::Error) -> Fault {
    let kind = match e.as_trap_code() {
        Some(TrapCode::OutOfFuel) => FaultKind::Fuel,
        Some(TrapCode::StackOverflow) => FaultKind::Stack,
        Some(TrapCode::GrowthOperationLimited | TrapCode::OutOfSystemMemory) => FaultKind::Memory,
        Some(_) => FaultKind::Trap,
        None if matches!(e.kind(), ErrorKind::Memory(_) | ErrorKind::Instantiation(_)) => {
            FaultKind::Memory
        }
        None => FaultKind::Trap,
    };
    let text = match e.kind() {
        // The machine's own message shows its internals.
        ErrorKind::Instantiation(InstantiationError::ElementSegmentDoesNotFit {
            table_index,
            len,
            ..
        }) => format!("its table has no room for {len} elements from {table_index} on"),
        _ => e.to_string(),
    };
    let detail: String = text.chars().filter(|c| !c.is_control()).take(200).collect();
    Fault::new(kind, detail)
}

struct WasmPlayer {
    bot: Wasm,
    page: Box<[u8]>,
    instance: Option<Instance>,
    fault: Option<Fault>,
}

impl WasmPlayer {
    fn ask(&mut self, options: &Options) -> Result<Action, Fault> {
        let instance = match &mut self.instance {
            Some(instance) => instance,
            none => none.insert(Instance::new(&self.bot)?),
        };
        instance.decide(&self.page, options)
    }
}

impl<G: Observable> Player<G> for WasmPlayer {
    fn new_game(&mut self) {
        self.instance = None;
        self.fault = None;
    }

    fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action {
        if self.fault.is_none() {
            G::observe(&mut self.page, view, options, rng.next_u64());
            match self.ask(options) {
                Ok(action) => return action,
                Err(fault) => {
                    self.instance = None;
                    self.fault = Some(fault);
                }
            }
        }
        options.nth(0)
    }

    fn fault(&mut self) -> Option<Fault> {
        self.fault.take()
    }
}

/// Returns the option with this number, if there is one.
fn option(options: &Options, number: i32) -> Option<Action> {
    let number = u32::try_from(number).ok()?;
    (number < options.len()).then(|| options.nth(number))
}
