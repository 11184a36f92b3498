import { Anchor, type AnchorProps } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ExploreSearch } from './explore-search.js';

interface ExploreLinkProps extends AnchorProps {
  search: ExploreSearch;
  /** A saved report to open with these parameters, instead of the explorer. */
  to?: string;
  title?: string;
  children: ReactNode;
}

/** A link to the explorer with a question. */
export function ExploreLink({ search, to = '/explore', children, ...props }: ExploreLinkProps) {
  return (
    <Anchor component={Link} to={to} search={search as never} inherit {...props}>
      {children}
    </Anchor>
  );
}
