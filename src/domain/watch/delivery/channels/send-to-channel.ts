import type { SendRequest } from '../../../../platform/outbound/send-request.js';
import type { ChannelConfig } from '../channel-config.js';
import { alertmanagerRequest } from './alertmanager.js';
import { sendToJira } from './jira.js';
import type { Notice, Post } from './notice.js';
import { pagerDutyRequest } from './pagerduty.js';
import { openPost } from './post-request.js';
import { sendToSlack } from './slack.js';
import { teamsRequest } from './teams.js';
import { webhookRequest } from './webhook.js';

/** Sends a message to a channel; rejects with a sentence if it may not have arrived. */
export async function sendToChannel(
  sendRequest: SendRequest,
  config: ChannelConfig,
  notice: Notice,
  timeoutSeconds: number,
): Promise<void> {
  const { token, now } = notice;
  const post = openPost({ sendRequest, token, now, timeoutSeconds, secret: config.secret });
  await send(post, config, notice);
}

async function send(post: Post, config: ChannelConfig, notice: Notice): Promise<unknown> {
  switch (config.kind) {
    case 'webhook':
      return post(webhookRequest(config, notice));
    case 'slack':
      return sendToSlack(post, config, notice);
    case 'teams':
      return post(teamsRequest(config, notice));
    case 'jira':
      return sendToJira(post, config, notice);
    case 'pagerduty':
      return post(pagerDutyRequest(config, notice));
    case 'alertmanager':
      return post(alertmanagerRequest(config, notice));
  }
}
