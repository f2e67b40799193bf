// Starts the page.

import { render } from "preact";
import { App } from "./app/App";
import { makeEngine } from "./engine/engine";
import "../../crates/lab/src/page/page.css";
import "./board.css";

const root = document.getElementById("app");
if (root) render(<App engine={makeEngine()} />, root);
