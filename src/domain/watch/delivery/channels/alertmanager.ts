import { addSeconds, formatTimestamp } from '../../../../platform/lib/time.js';
import type { ConfigOf } from '../channel-config.js';
import { eventKey } from './event-key.js';
import { type ChannelRequest, type Notice, below } from './notice.js';

/** Without an end, an alert would count as resolved after minutes, because it is not sent repeatedly. */
const firingSeconds = 86_400;

/** An alert that fires for a day. Its labels are equal in every attempt, so a repetition is the same alert. */
export function alertmanagerRequest(
  { settings, secret }: ConfigOf<'alertmanager'>,
  notice: Notice,
): ChannelRequest {
  const { content, createdAt, now, link } = notice;
  const alert = {
    labels: {
      alertname: alertName(content.type),
      severity: settings.severity,
      rule: notice.rule,
      event: eventKey(notice),
    },
    annotations: {
      summary: content.title,
      description: content.summary,
      ...Object.fromEntries(
        content.facts.map(({ label, value }) => [
          label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
          value,
        ]),
      ),
    },
    startsAt: formatTimestamp(createdAt),
    endsAt: formatTimestamp(addSeconds(now, firingSeconds)),
    generatorURL: link,
  };
  return {
    url: below(settings.url, 'api/v2/alerts'),
    ...(secret !== undefined && { headers: { authorization: `Bearer ${secret}` } }),
    body: JSON.stringify([alert]),
  };
}

/** `FarthingBudgetAlert` of `budget_alert`. */
const alertName = (type: string) =>
  `Farthing${type.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
