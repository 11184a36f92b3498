import { apiOperations } from './api/index.js';
import { descriptionOperations } from './api/oas-v3/oas-v3.js';
import { createDemo } from './demo/create-demo.js';
import type { Operation } from './platform/kernel/operation.js';

/** Every operation of the service. The server, the description and the contract tests read this list. */
export function allOperations(): Operation[] {
  const operations: Operation[] = [
    ...apiOperations,
    createDemo(() => operations),
    ...descriptionOperations(() => operations),
  ];
  return operations;
}
