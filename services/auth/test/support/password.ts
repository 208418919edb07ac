/** A password, and its hash with the least cost that argon2 allows: tests sign in often. For `createPerson`. */
export const KNOWN_PASSWORD = {
  password: 'correct horse battery staple',
  passwordHash:
    '$argon2id$v=19$m=8,t=1,p=1$FTHQh2p5+4osh4BwXRFSeA$FaAFS76JZIWjn1uP9Di/o/AxBRHaEF0A10N+gHSvs38',
};
