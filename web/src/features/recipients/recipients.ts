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
export const noRecipients = {
  user_tokens: [],
  team_tokens: [],
  recipient_emails: [],
  channel_tokens: [],
  recipient_channels: [],
} satisfies Recipients;

/** The recipients of a stored rule, as a form edits them. */
export const recipientValues = ({
  user_tokens,
  team_tokens,
  recipient_emails,
  channel_tokens,
  recipient_channels,
}: Required<Recipients>): Required<Recipients> => ({
  user_tokens,
  team_tokens,
  recipient_emails,
  channel_tokens,
  recipient_channels,
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
