// A queue of requests to one channel, which answers one at a time.

/** One way to the engine. */
export interface Channel {
  /** Sends a request. Fails if the channel breaks; the next request then starts it anew. */
  send(text: string): Promise<string>;
  /** Gives up the request in progress. */
  stop(): void;
  /** Gets ready, so that the next request need not wait. */
  prepare?(): void;
}

interface Job {
  text: string;
  priority: number;
  resolve: (answer: string) => void;
  reject: (reason: unknown) => void;
}

/**
 * Time that a dropped request gets to finish before its channel is stopped, in milliseconds. A new
 * worker takes about as long to start.
 */
const GRACE = 400;

const dropped = (): DOMException => new DOMException("no longer needed", "AbortError");

export class RequestQueue {
  private readonly channel: Channel;
  private waiting: Job[] = [];
  private running: Job | null = null;

  constructor(make: () => Channel) {
    this.channel = make();
  }

  prepare(): void {
    this.channel.prepare?.();
  }

  /** Answers a request after those of smaller or equal priority that wait already. */
  ask(text: string, priority: number, signal?: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(dropped());
        return;
      }
      const job: Job = { text, priority, resolve, reject };
      const at = this.waiting.findIndex((other) => other.priority > priority);
      this.waiting.splice(at < 0 ? this.waiting.length : at, 0, job);
      signal?.addEventListener("abort", () => this.drop(job), { once: true });
      void this.next();
    });
  }

  private drop(job: Job): void {
    this.waiting = this.waiting.filter((other) => other !== job);
    job.reject(dropped());
    if (this.running !== job) return;
    setTimeout(() => {
      if (this.running === job) this.channel.stop();
    }, GRACE);
  }

  private async next(): Promise<void> {
    if (this.running) return;
    const job = this.waiting.shift();
    if (!job) return;
    this.running = job;
    try {
      job.resolve(await this.channel.send(job.text));
    } catch (error) {
      job.reject(error);
    }
    this.running = null;
    void this.next();
  }
}
