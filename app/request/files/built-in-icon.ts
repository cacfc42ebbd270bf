/** `public/icon.svg` as WebP, 64 pixels wide. */
export const BUILT_IN_ICON = [
  'UklGRgYCAABXRUJQVlA4TPoBAAAvP8APELfiqrZtpVrrXtz5pH8aChBCXgHFSjiIJEmRsmeOHL/HF/AeUAAP20iSnMxr/Q8W',
  '+YeDTxIqAnlOY9t2lXW+CmRPBfRIb3RAATgcOrp36gAyHvMZhOLyQ4kaooSTf/0X44/XMRIQSA4kFDepWYqUGMOI4/h3//+f',
  'YyT/F3eGEjWBHAjDFxQUFBS8QSEl7EVBDzylBkPBOMLjMZouVyErD0paVsYxKDuJsZrOpA3LEKJ1XU3HQlqg1Us2LhMpeQVZ',
  'OVKKioSyM4miohgjxpDyOj3e79ty2czn1fvzWK+7/XkBbEm2VScHd85G4u6e4BDcNcn1u///W+7lFNnrlYeI/k8Ax6udfjWn',
  'SajO1Qbbis1XmyS+sGaSbBNkJ/HLYolAywsxiTLBFlKRNgF3mXmDoJdZVcwC1w1kNdQuGYeObTuhKNrqm/m2bdu+rFHVzIt4',
  'sup5tLT+o/OruR4YafqjJ2uejzRHGc/7YK+HhPVxQlhfZ4T1c0lYkzFhTW8Ia3ZHYG97aNYDnHUPN7tFs6bXaNZkjGZ9X6BZ',
  'n6do1vsxmvVyKAH2Xw6NpnNomSpafWDmR3xZRztmoWPbTihrUzWMKHDdgEQ3FS+ZyV9h5i5Sj5k5UcEppCK8WEapLHB8oovR',
  'S7DhaktecZ3N1dawntVSdLo+2lIcDw=='
].join('')
