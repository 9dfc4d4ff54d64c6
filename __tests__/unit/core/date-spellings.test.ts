import { describe, expect, test } from '@jest/globals';
import { dateSpellings } from '../../../src/core/date-spellings.js';

describe('dateSpellings (FORMAT 4.6)', () => {
  test('the usual spellings of one day, and no other text', () => {
    expect([...dateSpellings(new Date('2026-03-05T10:00:00Z'), ['UTC'])].sort()).toEqual(
      [
        '2026-03-05', '2026/03/05', '2026.03.05', '20260305',
        '05-03-2026', '05/03/2026', '05.03.2026', '5-3-2026', '5/3/2026', '5.3.2026',
        '03-05-2026', '03/05/2026', '03.05.2026', '3-5-2026', '3/5/2026', '3.5.2026',
        'March 5, 2026', 'March 5 2026', 'March 05, 2026', 'March 05 2026',
        '5 March 2026', '05 March 2026', '05-March-2026',
        'Mar 5, 2026', 'Mar 5 2026', 'Mar 05, 2026', 'Mar 05 2026',
        '5 Mar 2026', '05 Mar 2026', '05-Mar-2026',
      ].sort(),
    ); // prettier-ignore
  });

  test('spellings that fall together stand once', () => {
    const found = dateSpellings(new Date('2026-11-11T10:00:00Z'), ['UTC', 'UTC']);
    expect(found.length).toBe(new Set(found).size);
    expect(found.filter((each) => each === '11/11/2026')).toEqual(['11/11/2026']);
  });

  // 12:45 or 13:45 ahead of UTC: another day from 11:15 or 10:15 UTC on.
  test.each([
    ['2026-06-30T11:14:59Z', ['2026-06-30']],
    ['2026-06-30T11:15:00Z', ['2026-06-30', '2026-07-01']],
    ['2026-12-31T10:14:59Z', ['2026-12-31']],
    ['2026-12-31T10:15:00Z', ['2026-12-31', '2027-01-01']],
    ['2028-02-28T23:59:59Z', ['2028-02-28', '2028-02-29']],
  ])('at %s in both zones', (instant, days) => {
    const found = dateSpellings(new Date(instant), ['UTC', 'Pacific/Chatham']);
    expect(found.filter((each) => /^\d{4}-\d\d-\d\d$/.test(each))).toEqual(days);
  });

  // What programs write without being told how: JavaScript, HTTP, date(1), RFC 2822, SQL Server, SAP.
  test.each([
    'Tue Dec 01 2026',
    'Tue, 01 Dec 2026 10:00:00 GMT',
    '2026-12-01T10:00:00.000Z',
    '12/1/2026, 10:00:00 AM',
    '1.12.2026',
    '01/12/2026',
    'December 1, 2026',
    '1 December 2026',
    'build 20261201',
    '01-Dec-2026',
  ])('finds the day in %s', (text) => {
    const found = dateSpellings(new Date('2026-12-01T10:00:00Z'), ['UTC']);
    expect(found.some((each) => text.includes(each))).toBe(true);
  });

  test('May has one name', () => {
    const found = dateSpellings(new Date('2026-05-20T10:00:00Z'), ['UTC']);
    expect(found.filter((each) => each.includes('May'))).toEqual([
      'May 20, 2026',
      'May 20 2026',
      '20 May 2026',
      '20-May-2026',
    ]);
  });
});
