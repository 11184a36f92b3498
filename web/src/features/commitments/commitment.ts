import type { Schemas } from '../../api/types.js';
import { formatNumber } from '../../lib/money.js';

type Commitment = Schemas['CommitmentStatus'];

/** `EC2 reserved instance × 4` */
export function commitmentName({
  service,
  type,
  amount,
}: Pick<Commitment, 'service' | 'type' | 'amount'>): string {
  const name = type.startsWith(service) ? type : `${service} ${type}`;
  return amount !== null && amount > 1 ? `${name} × ${formatNumber(amount)}` : name;
}
