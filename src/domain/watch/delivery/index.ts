export { ChannelConfig, channelKinds, ChannelSettingsInput, openSecret } from './channel-config.js';
export { channelsCheck } from './check-channels.js';
export { mailCheck } from './check-mail.js';
export { channels } from './channel.js';
export type { BarKind, ChartBar, MessageChart } from './chart.js';
export { deliverMessagesJob } from './deliver-messages-job.js';
export { deliveries } from './delivery.js';
export { deliveryMetrics, measureDeliveries } from './delivery-metrics.js';
export { type MailList, type MessageContent, writeMessages } from './message.js';
export { messageFiles } from './message-files.js';
export { mutes } from './mute.js';
export { chatProvider, recipientsOfLinkedRule, requireRecipients } from './recipients.js';
export {
  linkedRecipients,
  linkedTokens,
  namedChannelFields,
  namedChannelsModel,
  recipientFields,
  recipientsModel,
} from './rule-fields.js';
export { ruleResource } from './rule-resource.js';
export { renderMail } from './render-mail.js';
export { testChannel } from './test-channel.js';
