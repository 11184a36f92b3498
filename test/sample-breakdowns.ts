// Expected breakdowns of the sample bills, exact decimals as text.

/** Two sums are billed and effective cost. */
export const october2018 = {
  /** The second column is the number of rows. */
  chargeTypes: [
    ['DiscountedUsage', '8345', '0', '232.25379599'],
    ['RIFee', '9', '149.775379', '48.99556079'],
    ['Usage', '110953', '3914.7077525379', '3914.7077525379'],
  ],
  accounts: [
    ['011254002932', '71.4558054277', '77.8950530977'],
    ['836060457634', '3993.0273261102', '4118.0620562202'],
  ],
  services: [
    ['AmazonEC2', '737.497233862', '868.971211642'],
    ['AWSGlue', '2389.3281275712', '2389.3281275712'],
    ['AmazonRDS', '920.7477222548', '920.7477222548'],
    ['AWSConfig', '12.277', '12.277'],
  ],
  regions: [
    ['global', '3.610967688'],
    ['us-east-1', '4060.3391551917'],
    ['us-east-2', '0.2410157185'],
  ],
  /** `-` for no tag. */
  departments: [
    ['-', '3682.9708968519'],
    ['Analytics', '38.5659982298'],
    ['CentralIT', '180.7392562943'],
    ['Finance', '0.01271'],
    ['Marketing', '12.8195820005'],
    ['Sales', '149.3746881614'],
  ],
  /** Effective costs are rounded to 12 decimal places. */
  firstDays: [
    ['2018-10-01', '240.8823211134', '106.247733278884'],
    ['2018-10-02', '97.9590232368', '106.842035382284'],
  ],
  lastDay: '160.018618964797',
} as const;

export const november2018 = {
  chargeTypes: [
    ['DiscountedUsage', '7202', '0', '231.40044001'],
    ['RIFee', '9', '147.384', '43.21643836'],
    ['Usage', '117129', '3357.9429681268', '3357.9429681268'],
  ],
  firstDay: ['2018-11-01', '299.1977829054', '160.967678850733'],
} as const;

export const november2023 = {
  chargeTypes: [
    ['Tax', '12', '0.08'],
    ['Usage', '1269', '1.6023086974'],
  ],
} as const;

/** FOCUS of several clouds. */
export const multicloud = {
  providers: [
    ['aws', '942', '18.0066386184', '13'],
    ['azure', '51', '1.97651418586', '1.97651418586'],
    ['oracle', '7', '0.53707392473', '0'],
  ],
  untagged: '-1.7023496992',
  environments: { dev: '18.20324140013', prod: '2.0428208422' },
} as const;

export const oracleServices = [
  ['BLOCK_STORAGE', '0.01780321703745159'],
  ['COMPUTE', '0.076431106730741889'],
  ['DATABASE', '1.088888220304052466'],
  ['MYSQL', '1.340275542575400059'],
] as const;

/** The actual and the amortized file of one month, imported together. */
export const bothAzure = {
  billed: '19.047780136168644627',
  effective: '16.296932136636644627',
} as const;
