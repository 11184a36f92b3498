// @ts-expect-error A script without types.
import { compileIfStale } from '../../scripts/compile.mjs';

/** Compiles src/, which tests load from build/, if it has changed. */
export const setup = (): Promise<void> => compileIfStale() as Promise<void>;
