import { useState } from 'react';
import { Explorer } from '../../features/explorer/Explorer.js';
import { defaultQuery } from '../../features/explorer/explorer-query.js';

/** The explorer without a report. */
export function Explore() {
  const [base] = useState(defaultQuery);
  return <Explorer base={base} title="Explore" />;
}
