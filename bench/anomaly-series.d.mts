export interface AnomalySeries {
  kind: string;
  firstDay: number;
  amounts: number[];
  events: { type: 'spike' | 'step' | 'drift'; start: number; days: number }[];
}

export function anomalySeries(options: { seed: number; perKind: number }): AnomalySeries[];
