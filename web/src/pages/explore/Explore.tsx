import { useState } from 'react';
import { Explorer } from '../../features/explorer/Explorer.js';
import { usualQuestion } from '../../features/explorer/question.js';

/** The explorer without a report. */
export function Explore() {
  const [base] = useState(usualQuestion);
  return <Explorer base={base} title="Explore" />;
}
