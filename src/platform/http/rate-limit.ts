import { ApiError } from '../lib/errors.js';

const windowSeconds = 60;

/** Limits requests per credential and minute; each instance of the server counts its own. */
export class RateLimit {
  #window = 0;
  #counts = new Map<string, number>();

  constructor(readonly allowance: number) {}

  /** Counts a request and returns the rate limit headers; throws 429 when the limit is exceeded. */
  count(subject: string, now: Date): Record<string, string> {
    if (this.allowance === 0) return {};
    const seconds = Math.floor(now.getTime() / 1000);
    const window = Math.floor(seconds / windowSeconds);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts = new Map();
    }
    const used = (this.#counts.get(subject) ?? 0) + 1;
    this.#counts.set(subject, used);
    const reset = (window + 1) * windowSeconds;
    const headers = {
      'x-rate-limit-limit': String(this.allowance),
      'x-rate-limit-remaining': String(Math.max(0, this.allowance - used)),
      'x-rate-limit-reset': String(reset),
    };
    if (used <= this.allowance) return headers;
    const wait = { 'retry-after': String(Math.max(1, reset - seconds)) };
    throw new ApiError(429, ['Rate limit exceeded'], { ...headers, ...wait });
  }
}
