// No imports: the console uses this too.

/** A commitment that ends within this many days has to be decided about. */
export const expiresSoonDays = 60;
