export { AttentionItem } from './attention-item.js';
export { readAttention } from './read-attention.js';
