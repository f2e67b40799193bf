// Shows the games in `#games` in the element `#viewer` of a report page.

import { render } from "preact";
import { type ReportGame, Viewer } from "./Viewer";

const data = document.getElementById("games")?.textContent;
const box = document.getElementById("viewer");
if (data && box) {
  const games = JSON.parse(data) as ReportGame[];
  render(<Viewer games={games} />, box);
}
