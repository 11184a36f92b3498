/** Whom a rule tells. */
export interface Recipients {
  user_tokens: string[];
  team_tokens: string[];
  recipient_emails: string[];
  channel_tokens: string[];
  /** Names of Slack or Teams channels, as clients of the API write them. */
  recipient_channels?: string[];
}

/** A rule that tells nobody yet. */
export const noLinkedRecipients = {
  user_tokens: [],
  team_tokens: [],
  recipient_emails: [],
  channel_tokens: [],
} satisfies Recipients;

export const noRecipients = {
  ...noLinkedRecipients,
  recipient_channels: [],
} satisfies Required<Recipients>;

/** The recipients of a stored rule, as a form edits them. */
export const linkedRecipientValues = ({
  user_tokens,
  team_tokens,
  recipient_emails,
  channel_tokens,
}: Omit<Recipients, 'recipient_channels'>) => ({
  user_tokens,
  team_tokens,
  recipient_emails,
  channel_tokens,
});

export const recipientValues = (rule: Required<Recipients>): Required<Recipients> => ({
  ...linkedRecipientValues(rule),
  recipient_channels: rule.recipient_channels,
});

/** Whom a rule tells, by name. */
export function recipientsOf(
  {
    user_tokens,
    team_tokens,
    recipient_emails,
    channel_tokens,
    recipient_channels = [],
  }: Recipients,
  nameOf: (token: string) => string,
): string[] {
  return [
    ...[...user_tokens, ...team_tokens].map(nameOf),
    ...recipient_emails,
    ...channel_tokens.map(nameOf),
    ...recipient_channels,
  ];
}
