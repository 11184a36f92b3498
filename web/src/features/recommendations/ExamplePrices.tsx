import { Badge } from '@mantine/core';

/** Beside a saving that was computed from the prices of the release. */
export const ExamplePrices = () => (
  <Badge
    size="xs"
    variant="default"
    tt="none"
    title="Computed from prices that ship with this release: examples, not a current price list"
  >
    example prices
  </Badge>
);
