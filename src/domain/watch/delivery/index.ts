export { ChannelConfig, channelKinds, ChannelSettingsInput, openSecret } from './channel-config.js';
export { channels } from './channel.js';
export type { BarKind, ChartBar, MessageChart } from './chart.js';
export { deliverMessagesJob } from './deliver-messages-job.js';
export { deliveries } from './delivery.js';
export { type MailList, type MessageContent, writeMessages } from './message.js';
export { mutes } from './mute.js';
export {
  chatProvider,
  recipientsOfLinkedRule,
  recipientsOfRule,
  requireRecipients,
} from './recipients.js';
export { renderMail } from './render-mail.js';
export { testChannel } from './test-channel.js';
