import { useState } from 'react';
import { Explorer } from './Explorer.js';
import { usualQuestion } from './question.js';

/** The explorer without a report. */
export function Explore() {
  const [base] = useState(usualQuestion);
  return <Explorer base={base} title="Explore" />;
}
