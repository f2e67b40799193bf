// The engine as the program that serves this page.

import { ENGINE_TEXTS } from "../texts/app";
import type { Channel } from "./queue";

export class HttpChannel implements Channel {
  private abort: AbortController | null = null;

  constructor(private readonly token: string) {}

  async send(text: string): Promise<string> {
    this.abort = new AbortController();
    let reply: Response;
    try {
      reply = await fetch("/request", {
        method: "POST",
        headers: { "content-type": "application/json", "x-powergrab-token": this.token },
        body: text,
        signal: this.abort.signal,
      });
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") throw error;
      throw new Error(location.protocol === "file:" ? ENGINE_TEXTS.noEngine : ENGINE_TEXTS.noAnswer);
    }
    const answer = await reply.text();
    if (!answer.startsWith("{")) throw new Error(ENGINE_TEXTS.status(reply.status));
    return answer;
  }

  stop(): void {
    this.abort?.abort();
  }
}
