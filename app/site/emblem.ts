/**
 * The emblem on a field of 40 by 40: an arch of eight stones on its sill, which is also a bench of judges in
 * two rows. `stones` are lines of the emblem's colour, `joints` lines of the colour behind it.
 */
export const emblem = {
  stones: 'M7.8 24a12.2 12.2 0 0 1 24.4 0M13.3 24a6.7 6.7 0 0 1 13.4 0M6 28.8h28',
  joints:
    'M12.1 18.2L8.2 15.4M17 14.7L15.5 10.1M23 14.7L24.5 10.1M27.9 18.2L31.8 15.4M17.8 20.2L15.5 16.2M22.2 20.2L24.5 16.2',
  stoneWidth: 3.6,
  jointWidth: 1.5,
};
