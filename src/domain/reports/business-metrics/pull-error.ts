/** Why a source could not be read, in a sentence that tells the user what to do. */
export class PullError extends Error {}
