const codes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN']);

/** Whether the connection to the server failed, so that it may answer the next attempt. */
export function isConnectionError(error: unknown): error is Error {
  return error instanceof Error && codes.has((error as { code?: string }).code ?? '');
}

/** Runs a statement; if the server cannot be reached, the error says so. */
export async function reportOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isConnectionError(error)) throw error;
    throw new Error(`ClickHouse does not respond: ${error.message}`, { cause: error });
  }
}
