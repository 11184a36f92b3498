import type { ReactNode } from 'react';
import { useHasRole, useOwnUser } from '../api/who.js';
import { EmptyState } from './EmptyState.js';
import { PageTitle } from './PageTitle.js';
import { PageSkeleton } from './Skeletons.js';

interface OnlyForProps {
  role: 'Integration Owner' | 'Owner';
  /** Title of the page. */
  title: string;
  /** `The audit log is` */
  what: string;
  children: ReactNode;
}

/** A page that not everybody may see says so, and who can help, before the API has to refuse it. */
export function OnlyFor({ role, title, what, children }: OnlyForProps) {
  const user = useOwnUser();
  const isAllowed = useHasRole(role);
  if (!user) return <PageSkeleton />;
  if (isAllowed) return children;
  const who = role === 'Owner' ? 'owners' : 'owners and integration owners';
  return (
    <>
      <PageTitle title={title} />
      <EmptyState
        title="You have no access to this page"
        text={`${what} for ${who} of the organisation; your role is ${user.role}. Ask an owner if you need it.`}
      />
    </>
  );
}
