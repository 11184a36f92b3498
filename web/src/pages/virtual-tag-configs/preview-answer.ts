interface Amounts {
  amount: string;
  previous_amount: string;
}

export interface PreviewLine {
  usage_date: string;
  provider: string;
  service: string;
  account_id: string | null;
  resource_id: string | null;
  description: string | null;
  amount: string;
  /** Of the bill; the other amounts are in that of the workspace. */
  currency: string;
}

export interface PreviewValue extends Amounts {
  value: string;
  lines: PreviewLine[];
}

export interface PreviewAnswer {
  currency: string;
  values: PreviewValue[];
  unallocated: Amounts;
  /** null is no value. */
  moves: { from: string | null; to: string | null; amount: string }[];
}
