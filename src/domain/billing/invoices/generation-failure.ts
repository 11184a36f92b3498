/** A reason why an invoice cannot be generated that its owner can remove; the message says how. */
export class GenerationFailure extends Error {}
