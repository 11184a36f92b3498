/** The parameters of an address. */
export type Address = Record<string, string | undefined>;
