package provider

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"strings"
)

// adyenNotifications is what Adyen signs of a notification, and the signature, which is in the body as well.
type adyenNotifications struct {
	Items []struct {
		Item adyenNotification `json:"NotificationRequestItem"`
	} `json:"notificationItems"`
}

type adyenNotification struct {
	PSPReference      string `json:"pspReference"`
	OriginalReference string `json:"originalReference"`
	Account           string `json:"merchantAccountCode"`
	MerchantReference string `json:"merchantReference"`
	Amount            struct {
		Value    json.Number `json:"value"`
		Currency string      `json:"currency"`
	} `json:"amount"`
	EventCode  string `json:"eventCode"`
	Success    any    `json:"success"` // "true", and to some loggers true
	Additional struct {
		Signature string `json:"hmacSignature"`
	} `json:"additionalData"`
}

// inBody tells a body with a signature in it, at the cost of a look.
func inBody(body []byte) bool {
	return bytes.Contains(body, []byte(`"hmacSignature"`)) && bytes.Contains(body, []byte(`"NotificationRequestItem"`))
}

// readAdyen reads the signatures of all items. They cover eight fields each and not the bytes, so a body that a logger wrote again
// can be checked as well, if it left those fields as they were.
func readAdyen(r Request) ([]claim, error) {
	var b adyenNotifications
	if err := json.Unmarshal(r.Body, &b); err != nil {
		return nil, ErrForm
	}
	var claims []claim
	for _, x := range b.Items {
		i := x.Item
		mac := base64Text(strings.TrimSpace(i.Additional.Signature))
		if mac == nil {
			return nil, ErrForm
		}
		success := ""
		switch v := i.Success.(type) {
		case string:
			success = v
		case bool:
			success = map[bool]string{true: "true", false: "false"}[v]
		}
		text := strings.Join([]string{
			i.PSPReference, i.OriginalReference, i.Account, i.MerchantReference, i.Amount.Value.String(), i.Amount.Currency, i.EventCode, success,
		}, ":")
		claims = append(claims, claim{sha256.New, nothing, []byte(text), [][]byte{mac}})
	}
	return claims, nil
}
