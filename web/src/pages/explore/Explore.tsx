import { useState } from 'react';
import { Explorer } from '../../features/explorer/Explorer.js';
import { defaultQuery } from '../../features/explorer/explorer-query.js';

/** The explorer with the default query. */
export function Explore() {
  const [base] = useState(defaultQuery);
  return <Explorer base={base} title="Explore" />;
}
