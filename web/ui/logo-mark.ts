/** The studio's mark on a grid of 48: a magnolia seen from above, its petals laid like the blades of a lens. */
export const logoMark = {
  /** One petal, pointing up from the middle. */
  petal: 'M24 22.6C18.4 19.2 15.6 11.4 22.8 3.2c6.2 3.7 8.8 12.2 1.2 19.4z',
  /** Degrees by which the petals are turned. */
  turns: [0, 60, 120, 180, 240, 300],
};
