// Server-sent events read from a body: EventSource can't send the header that names a tab's seat.

/** The messages of a stream as they come: {kind, id, data}; a comment has the kind "". */
export async function* readMessages(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let message = { kind: "", id: "", data: [] };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split(/\r\n|\n|\r/);
    rest = lines.pop();
    for (const line of lines) {
      const colon = line.indexOf(":");
      const name = colon < 0 ? line : line.slice(0, colon);
      const text = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
      if (colon === 0) yield { kind: "" };
      else if (line === "") {
        yield { ...message, data: message.data.join("\n") };
        message = { kind: "", id: message.id, data: [] };
      } else if (name === "event") message.kind = text;
      else if (name === "id") message.id = text;
      else if (name === "data") message.data.push(text);
    }
  }
}
