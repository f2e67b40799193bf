// The engine as the notebook around this frame, which asks its kernel.

import type { Channel } from "./queue";

interface Message {
  /** Marks the messages of the board; other frames send messages too. */
  powergrab: 1;
  id?: number;
  answer?: string;
}

/** Tells whether the page is shown in a frame without an address of its own, as notebooks show it. */
export function isFramed(): boolean {
  return window.parent !== window && location.href.startsWith("about:");
}

/** Tells the notebook what is in view. */
export function select(selected: object): void {
  window.parent.postMessage({ powergrab: 1, selected }, "*");
}

let lastId = 0;

export class FrameChannel implements Channel {
  private giveUp: ((reason: Error) => void) | null = null;

  send(text: string): Promise<string> {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      this.giveUp = reject;
      const onMessage = ({ data, source }: MessageEvent<Message>): void => {
        if (source !== window.parent || data?.powergrab !== 1 || data.id !== id || data.answer === undefined) return;
        removeEventListener("message", onMessage);
        resolve(data.answer);
      };
      addEventListener("message", onMessage);
      window.parent.postMessage({ powergrab: 1, id, request: text }, "*");
    });
  }

  /** Waits no longer; the kernel answers all the same. */
  stop(): void {
    this.giveUp?.(new DOMException("stopped", "AbortError"));
  }
}
