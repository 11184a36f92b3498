import type { Operation } from '../kernel/operation.js';
import { accessGrants } from './access-grants/access-grants.js';
import { auditLogs } from './audit-logs/audit-logs.js';
import { consoleOperations } from './console/index.js';
import { folders } from './folders/folders.js';
import { integrationOperations } from './integrations/index.js';
import { me } from './me/me.js';
import { descriptionOperations } from './oas-v3/oas-v3.js';
import { ping } from './ping/ping.js';
import { reconciliation } from './reconciliation/reconciliation.js';
import { savedFilters } from './saved-filters/saved-filters.js';
import { teamMembers } from './teams/members.js';
import { teams } from './teams/teams.js';
import { createUserFeedback } from './user-feedback/user-feedback.js';
import { users } from './users/users.js';
import { workspaces } from './workspaces/workspaces.js';

/** Every operation of the service. The server, the description and the contract tests read this list. */
export function allOperations(options: { openDescription: boolean }): Operation[] {
  const operations: Operation[] = [
    ping,
    ...me,
    ...users,
    ...teams.operations,
    ...teamMembers,
    ...workspaces.operations,
    ...accessGrants.operations,
    ...auditLogs,
    createUserFeedback,
    ...folders.operations,
    ...savedFilters.operations,
    ...integrationOperations,
    reconciliation,
    ...consoleOperations,
    ...descriptionOperations(() => operations, options.openDescription),
  ];
  return operations;
}
