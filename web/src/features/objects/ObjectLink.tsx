import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { pageOfObject } from '../../api/object-kinds.js';

/** The name of an object, leading to its page. */
export const ObjectLink = ({ token, name }: { token: string; name: string }) => {
  const page = pageOfObject(token);
  return page === undefined ? (
    name
  ) : (
    <Anchor component={Link} to={page} inherit>
      {name}
    </Anchor>
  );
};
