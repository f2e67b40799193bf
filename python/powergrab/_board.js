// The board in a cell: the page in a frame of its own, whose requests go to the kernel as messages.
// The page and this side mark their messages with `powergrab`, for other frames send messages too.
function render({ model, el }) {
  const frame = document.createElement("iframe");
  frame.title = "powergrab board";
  frame.setAttribute("sandbox", "allow-scripts allow-downloads");
  frame.srcdoc = model.get("page");
  frame.style.cssText = `width: 100%; height: ${model.get("height")}px; border: 0`;
  const toKernel = (event) => {
    const said = event.data;
    if (event.source !== frame.contentWindow || said?.powergrab !== 1) return;
    if (typeof said.request === "string") model.send({ id: said.id, request: said.request });
    if (said.selected) {
      model.set("position", said.selected.position ?? null);
      model.set("game", said.selected.game ?? null);
      model.save_changes();
    }
  };
  const toPage = (message) => frame.contentWindow?.postMessage({ powergrab: 1, ...message }, "*");
  window.addEventListener("message", toKernel);
  model.on("msg:custom", toPage);
  el.append(frame);
  return () => {
    window.removeEventListener("message", toKernel);
    model.off("msg:custom", toPage);
  };
}
export default { render };
