import { ActionIcon } from '@mantine/core';
import { useLocation, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWorkspace } from '../api/current-user.js';
import { useSession } from '../api/session.js';
import { pageOfObject } from '../api/object-kinds.js';
import { canBeFavourite, useFavourites, useSetFavourite } from './favourites.js';
import { Icon } from './icons.js';
import { noteRecent } from './recent-objects.js';

/** Beside the title of an object: the star that makes it a favourite. The visit is remembered. */
export function ObjectMark({ title }: { title: string }) {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const isItsPage = useLocation({ select: ({ pathname }) => pathname === pageOfObject(token) });
  useRecent(isItsPage ? pageOfObject(token) : undefined, title);
  return isItsPage && canBeFavourite(token) ? <Star token={token} title={title} /> : null;
}

function useRecent(to: string | undefined, title: string): void {
  const user = useSession()?.user_token;
  const workspace = useWorkspace()?.token;
  useEffect(() => {
    if (to && user && workspace) noteRecent(user, workspace, { title, to });
  }, [to, user, workspace, title]);
}

function Star({ token, title }: { token: string; title: string }) {
  const isFavourite = useFavourites().some(({ object_token }) => object_token === token);
  const setFavourite = useSetFavourite();
  return (
    <ActionIcon
      variant="subtle"
      color={isFavourite ? 'yellow.8' : 'gray'}
      aria-label={`Favorite “${title}”`}
      aria-pressed={isFavourite}
      title={isFavourite ? 'Remove from favorites' : 'Add to favorites'}
      onClick={() => void setFavourite(token, !isFavourite)}
    >
      <Icon name={isFavourite ? 'starred' : 'star'} />
    </ActionIcon>
  );
}
