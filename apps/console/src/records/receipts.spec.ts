import { receiptsCsv } from './receipts.js';

it('Receipts are CSV that no spreadsheet runs, with exact amounts and whole hashes, the oldest first', () => {
  const txHash = 'ab'.repeat(32);
  const entries = [
    { event: 'claimed', at: 1_700_000_100, amountBase: 123_456_789_012n, txHash },
    { event: 'funded', at: 1_700_000_000, amountBase: 0n, txHash },
  ];
  expect(receiptsCsv('=HYPERLINK("x")', entries, 'BCH').split('\r\n')).toEqual([
    '\uFEFFtime,record,event,amount,asset,transaction',
    `2023-11-14T22:13:20.000Z,"'=HYPERLINK(""x"")",Funded,,BCH,${txHash}`,
    `2023-11-14T22:15:00.000Z,"'=HYPERLINK(""x"")",Claimed,1234.56789012,BCH,${txHash}`,
    '',
  ]);
});
