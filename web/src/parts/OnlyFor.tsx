import type { ReactNode } from 'react';
import { type Role, useHasRole, useCurrentUser } from '../api/current-user.js';
import { EmptyState } from './EmptyState.js';
import { PageTitle } from './PageTitle.js';
import { PageSkeleton } from './Skeletons.js';

const whoHas: Record<Role, string> = {
  Editor: 'editors, integration owners and owners',
  'Integration Owner': 'owners and integration owners',
  Owner: 'owners',
};

interface OnlyForProps {
  role: Role;
  /** Title of the page. */
  title: string;
  /** The subject of the explanation: `The audit log is`. */
  what: string;
  children: ReactNode;
}

/** Shows a page only to users with a role; others read who has access, without requests that would fail. */
export function OnlyFor({ role, title, what, children }: OnlyForProps) {
  const user = useCurrentUser();
  const isAllowed = useHasRole(role);
  if (!user) return <PageSkeleton />;
  if (isAllowed) return children;
  return (
    <>
      <PageTitle title={title} />
      <EmptyState
        title="You have no access to this page"
        text={`${what} available to ${whoHas[role]} of the organization; your role is ${user.role}. Ask an owner for access.`}
        action={{ label: 'Go to the overview', to: '/' }}
      />
    </>
  );
}
